// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what is looked at of the communication on an array.
#pragma once

#include "libcore/pipeline/halo_request.hpp"
#include "libcore/pipeline/index_request.hpp"
#include "libcore/pipeline/shift_request.hpp"
#include "libcore/spec/job.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace tessera::gui {

enum class CommOperation { Halo, Shift, Send, Get, Broadcast, Reduce };

/// Such are seen on the network only.
[[nodiscard]] constexpr bool isCollective(CommOperation operation) {
    return operation == CommOperation::Broadcast || operation == CommOperation::Reduce;
}

struct CommChoice {
    CommOperation operation = CommOperation::Halo;
    std::string array;     ///< its name; empty: the first of the job
    std::size_t state = 0; ///< of the array, from 0
    HaloRequest halo;
    ShiftRequest shift;
    IndexRequest indices;
    std::string where;         ///< a mask (Mask) of the elements that take part in any of these; empty: all
    std::string collective;    ///< the algorithm of a broadcast or reduction
    bool onNetwork = false;    ///< the messages on the network, not the array; collectives are always seen there
    std::optional<Index> step; ///< of the network picture, from 0; nothing: all together
    friend bool operator==(CommChoice const&, CommChoice const&) = default;
};

/// "halo", "shift", ...: the operations of distplan comm.
[[nodiscard]] std::string_view nameOf(CommOperation operation);
[[nodiscard]] std::optional<CommOperation> commOperationNamed(std::string_view name);

/// With all that nobody has chosen: the array's shadow planes, else a star of width 1; one element along every dimension; pC*'s
/// LOGFAN and LOGLOCEX. An array or state that the job does not have becomes the first. Precondition: the job has an array.
[[nodiscard]] CommChoice completed(CommChoice choice, Job const& job);

/// The array that is chosen, else the first. Precondition: the job has an array.
[[nodiscard]] ArrayStates const& chosenArray(CommChoice const& choice, Job const& job);

} // namespace tessera::gui
