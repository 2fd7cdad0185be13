// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the algorithms, and all that is known of each without making its schedule.
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

/// rows x columns of a 2-D mesh, for ipex and rex-mesh; positions are row-major on it.
struct MeshShape {
    int rows = 1;
    int columns = 1;
};

/// For which messages an algorithm makes the same steps as another, up to their order and the direction of the exchange.
struct AlgorithmTwin {
    enum class When {
        Never,
        PowerOfTwo,           ///< of ranks
        AllSendAndReceive,    ///< every rank something
        AllToAll,             ///< as many bytes from each to each
        AllToAllOfPowerOfTwo, ///< of ranks
    };
    When when = When::Never;
    std::string_view algorithm; ///< the other; for such messages it has no twin itself
};

/// One row of the table of algorithms. Whoever wants to treat algorithms differently asks for a property here, not for a name.
struct AlgorithmInfo {
    enum class Needs {
        Nothing,
        PowerOfTwo, ///< of ranks
        Mesh        ///< as many nodes as ranks, powers of two of rows and of columns
    };
    /// How `auto` estimates its steps without making them (see libcore/network/choice.hpp).
    enum class Estimate {
        Direct,      ///< every message has its step by formula
        Forwarding,  ///< data is forwarded by formula
        Ranked,      ///< the i-th longest step is as long as the i-th longest message of a rank
        Greedy,      ///< as Ranked, and some short steps more
        Blocks,      ///< the busiest port is never idle
        AtOnce,      ///< one step, whose messages meet in no known order
        Centralized, ///< to one rank and from it
        Staged,      ///< collected by as many ranks as the smaller side has
        Multistage,  ///< collected in halves
        Hybrid       ///< the ports of the smaller side are never idle
    };

    std::string_view name;    ///< as typed: "pex-gen-shift"
    std::string_view summary; ///< one line for the help
    std::string_view source;  ///< where it comes from: "Thakur, Fig. 4.12"
    Needs needs;
    std::string_view instead; ///< what to use where the ranks are not what it needs
    bool forwards;            ///< may send messages by way of other ranks
    bool cuts;                ///< may send a message in several blocks
    bool unordered;           ///< its messages meet in no order: what the model says of it is a bound from below
    Estimate estimate;
    std::array<AlgorithmTwin, 2> twins; ///< the first that applies counts
};

/// All algorithms in the order the help lists them (without "auto", which chooses among them: see libcore/network/choice.hpp).
[[nodiscard]] std::span<AlgorithmInfo const> algorithms();

/// Null for an unknown name.
[[nodiscard]] AlgorithmInfo const* find_algorithm(std::string_view name);

/// Errors: an unknown name (suggests the nearest), a number of ranks or a mesh that is not what the algorithm needs; the work was
/// stopped.
[[nodiscard]] Result<std::shared_ptr<Schedule const>> make_schedule(std::string_view algorithm, MessageSet messages,
                                                                    std::optional<MeshShape> mesh = std::nullopt,
                                                                    Watch const& watch = {});

} // namespace tessera
