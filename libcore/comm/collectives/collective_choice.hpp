// SPDX-License-Identifier: BSD-3-Clause
// Tessera: `auto` for collectives: which algorithm is the fastest for so many bytes and ranks.
#pragma once

#include "libcore/comm/collectives/collective_algorithm.hpp"

#include <string>

namespace tessera {

struct CollectiveChoice {
    CollectiveAlgorithm const* algorithm = nullptr;
    std::string reason; ///< one sentence
};

/// By a table of ranges in collective_choice.cpp: MPI's own, until a measurement on a quiet machine says where another is faster.
[[nodiscard]] CollectiveChoice choose_collective(CollectiveTask const& task);

/// `name`: of an algorithm, or "auto". Error: see find_collective.
[[nodiscard]] Result<CollectiveChoice> collective_named(CollectiveTask const& task, std::string_view name);

} // namespace tessera
