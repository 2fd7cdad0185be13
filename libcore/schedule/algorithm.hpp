// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the exchange algorithms, and their properties that need no schedule.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/schedule/schedule.hpp"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace tessera {

/// rows x columns of a 2-D mesh, for ipex and rex-mesh. Positions are row-major on it.
struct MeshShape {
    int rows = 1;
    int columns = 1;
};

/// For some message sets an algorithm makes the same steps as another, up to their order and the direction of the exchange.
struct EquivalentAlgorithm {
    enum class When {
        Never,
        PowerOfTwo,           ///< the number of ranks is a power of two
        AllSendAndReceive,    ///< every rank sends and receives something
        AllToAll,             ///< all pairs exchange the same number of bytes
        AllToAllOfPowerOfTwo, ///< AllToAll, and the number of ranks is a power of two
    };
    When when = When::Never;
    std::string_view algorithm; ///< name of the other algorithm; it has no twin for such messages
};

/// One row of the table of algorithms. Code that treats algorithms differently must test a property, not the name.
struct AlgorithmInfo {
    enum class Needs {
        Nothing,
        PowerOfTwo, ///< the number of ranks is a power of two
        Mesh        ///< a mesh with as many nodes as ranks; rows and columns are powers of two
    };
    /// The way in which `auto` estimates the cost without making the steps (see libcore/network/choice.hpp).
    enum class Estimate {
        Direct,      ///< a formula gives the step of each message
        Forwarding,  ///< a formula forwards the data
        Ranked,      ///< the i-th longest step is as long as the i-th longest message of a rank
        Greedy,      ///< like Ranked, with some short steps in addition
        Blocks,      ///< the busiest port is never idle
        AtOnce,      ///< one step; the order of its messages is not known
        Centralized, ///< all data passes through one rank
        Staged,      ///< collected by as many ranks as the smaller side has
        Multistage,  ///< collected by recursive halving
        Hybrid       ///< the ports of the smaller side are never idle
    };

    std::string_view name;    ///< name that the user types: "pex-gen-shift"
    std::string_view summary; ///< one line for the help
    std::string_view source;  ///< source in the literature: "Thakur, Fig. 4.12"
    Needs needs;
    std::string_view instead; ///< recommended algorithms if `needs` is not met
    bool forwards;            ///< it may send messages through other ranks
    bool cuts;                ///< it may send a message in several blocks
    bool unordered;           ///< its messages have no order, so the model gives a lower bound
    Estimate estimate;
    std::array<EquivalentAlgorithm, 2> equivalents; ///< the first one that applies counts
};

/// Returns all algorithms in the order of the help (without "auto", which chooses among them: see libcore/network/choice.hpp).
[[nodiscard]] std::span<AlgorithmInfo const> algorithms();

/// Returns the algorithm of this name, or null if the name is unknown.
[[nodiscard]] AlgorithmInfo const* find_algorithm(std::string_view name);

/// Makes the schedule of an algorithm. Errors: an unknown name (suggests the nearest); a number of ranks or a mesh that does not
/// meet the algorithm's needs; the work was stopped.
[[nodiscard]] Result<std::shared_ptr<Schedule const>> make_schedule(std::string_view algorithm, MessageSet messages,
                                                                    std::optional<MeshShape> mesh = std::nullopt,
                                                                    Watch const& watch = {});

} // namespace tessera
