// SPDX-License-Identifier: BSD-3-Clause
// Tessera: `auto` for collectives: the fastest algorithm for a vector length and a number of ranks.
#pragma once

#include "libcore/comm/collectives/collective_algorithm.hpp"
#include "libcore/network/machine.hpp"

#include <string>

namespace tessera {

struct CollectiveChoice {
    CollectiveAlgorithm const* algorithm = nullptr;
    std::string reason; ///< one sentence
};

/// Chooses an algorithm. The machine's table of measured collectives decides, if it has a near entry with a known algorithm
/// (nearest_tuned). Otherwise MPI's own is chosen, unless the machine's rates (null: none known) predict that one of ours is
/// clearly faster. The time of MPI's own cannot be predicted. It is assumed to use the best algorithm that MPI implementations
/// have, and to be a tenth faster than our version of it. The model is a crossbar: messages share only the ports of their ranks.
/// Multicasts are not considered, because MPI_Bcast does them. From 256 ranks on MPI's own is chosen: plans in which all ranks
/// write to all grow with the square of the ranks.
[[nodiscard]] CollectiveChoice choose_collective(CollectiveTask const& task, Machine const* machine = nullptr);

/// Returns the algorithm of this name, or the choice for "auto". Errors: see find_collective; the algorithm does not keep the order
/// that the task needs.
[[nodiscard]] Result<CollectiveChoice> collective_named(CollectiveTask const& task, std::string_view name,
                                                        Machine const* machine = nullptr);

} // namespace tessera
