// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random redistributions among the ranks of a job.
#pragma once

#include "libcore/redist/multi_plan.hpp"
#include "libcore/runtime/move/redistributor.hpp"

namespace tessera::oracle {

// All ranks draw the same random cases from the same seed, and compare verdicts after each, so that a failing case is shrunk by all
// of them in step.

int job_size();

/// Any element type, storage order, shadow and copy.
RedistPlan random_plan();
RedistPlan random_plan_of(ElementType const& type); ///< both arrays
MultiPlan random_multi_plan();                      ///< one to three arrays

/// The standard layouts or, now and then, any order of the dimensions in memory.
RankLayouts random_layouts(MultiPlan const& plan);

/// Collective: is it so on every rank?
bool everywhere(bool here);

} // namespace tessera::oracle
