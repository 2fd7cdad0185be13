// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a general send or get as the arrays that other libraries want.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/index/index_plan.hpp"
#include "libcore/report/sink.hpp"

#include <optional>

namespace tessera {

/// Schema tessera.petsc-sf/1: what PetscSFSetGraph takes: values are leaves, elements are roots. `only`: of one rank.
/// Preconditions, of both: a route that does not merge. Error: a value goes to several copies.
[[nodiscard]] Result<void> export_petsc(IndexPlan const& plan, std::optional<Rank> only, Sink const& sink);

/// Schema tessera.neighbor-alltoallw/1: neighbours, counts, displacements and types of MPI_Neighbor_alltoallw.
/// Error: of a send, an element that several values are for, as MPI does not combine.
[[nodiscard]] Result<void> export_alltoallw(IndexPlan const& plan, std::optional<Rank> only, Sink const& sink);

} // namespace tessera
