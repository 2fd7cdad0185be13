// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a general send or get as the arrays that other libraries need.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/index/index_plan.hpp"
#include "libcore/report/sink.hpp"

#include <optional>

namespace tessera {

/// Writes JSON of schema tessera.petsc-sf/1, the arguments of PetscSFSetGraph: values are leaves, elements are roots. `only`:
/// restricts the output to one rank. Precondition of both exports: a route that does not merge. Error: a value goes to several
/// copies.
[[nodiscard]] Result<void> export_petsc(IndexPlan const& plan, std::optional<Rank> only, Sink const& sink);

/// Writes JSON of schema tessera.neighbor-alltoallw/1: neighbours, counts, displacements and types of MPI_Neighbor_alltoallw.
/// Error: several values of a send go to one element, which MPI cannot combine.
[[nodiscard]] Result<void> export_alltoallw(IndexPlan const& plan, std::optional<Rank> only, Sink const& sink);

} // namespace tessera
