// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the user's choices for communication on an array.
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

/// Returns whether the operation is a collective. Collectives are only drawn on the network.
[[nodiscard]] constexpr bool isCollective(CommOperation operation) {
    return operation == CommOperation::Broadcast || operation == CommOperation::Reduce;
}

struct CommChoice {
    CommOperation operation = CommOperation::Halo;
    std::string array;     ///< name of the array; empty: the first of the job
    std::size_t state = 0; ///< 0-based state of the array
    HaloRequest halo;
    ShiftRequest shift;
    IndexRequest indices;
    std::string where;         ///< mask (Mask) of the participating elements, for all operations; empty: all
    std::string collective;    ///< algorithm of a broadcast or reduction
    bool onNetwork = false;    ///< shows messages on the network instead of the array; always so for collectives
    std::optional<Index> step; ///< step of the network picture, 0-based; nothing: all together
    friend bool operator==(CommChoice const&, CommChoice const&) = default;
};

/// Returns the name of the operation in distplan comm: "halo", "shift", ...
[[nodiscard]] std::string_view nameOf(CommOperation operation);
[[nodiscard]] std::optional<CommOperation> commOperationNamed(std::string_view name);

/// Fills in the choices that were not made: the array's shadow planes, else a star of width 1; one element along every dimension;
/// pC*'s LOGFAN and LOGLOCEX. An array or state that the job does not have becomes the first. Precondition: the job has an array.
[[nodiscard]] CommChoice completed(CommChoice choice, Job const& job);

/// Returns the chosen array, else the first. Precondition: the job has an array.
[[nodiscard]] ArrayStates const& chosenArray(CommChoice const& choice, Job const& job);

} // namespace tessera::gui
