// SPDX-License-Identifier: BSD-3-Clause
// Tessera: `auto` for collectives: which algorithm is the fastest for so many bytes and ranks.
#pragma once

#include "libcore/comm/collectives/collective_algorithm.hpp"
#include "libcore/network/machine.hpp"

#include <string>

namespace tessera {

struct CollectiveChoice {
    CollectiveAlgorithm const* algorithm = nullptr;
    std::string reason; ///< one sentence
};

/// What the machine's table of measured collectives says (nearest_tuned). Where it says nothing, or names an algorithm that is not
/// known here: MPI's own, unless the rates of the machine (null: none are known) predict that one of ours is clearly faster. What
/// MPI's own takes is nobody's to predict: it is taken to choose well among the algorithms that MPI implementations have, and to be
/// a tenth faster than ours where it is the same one. Messages share nothing but the ports of their ranks; multicasts are
/// MPI_Bcast's, and out of it. From 256 ranks on it is MPI's own, as plans in which everybody writes to everybody grow with the
/// square of the ranks.
[[nodiscard]] CollectiveChoice choose_collective(CollectiveTask const& task, Machine const* machine = nullptr);

/// `name`: of an algorithm, or "auto". Errors: see find_collective; the algorithm does not keep an order that the task wants.
[[nodiscard]] Result<CollectiveChoice> collective_named(CollectiveTask const& task, std::string_view name,
                                                        Machine const* machine = nullptr);

} // namespace tessera
