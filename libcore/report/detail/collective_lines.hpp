// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which collective a redistribution equals, and the sequence that frameworks would run.
#pragma once

#include "libcore/redist/methods/composite_plan.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/sink.hpp"

namespace tessera::detail {

/// A line with the name and the peak; the steps on the mesh and the way through a full copy where one step does not do it.
/// `steps`: without them the name alone.
void write_collectives(MultiPlan const& plan, RedistTotals const& totals, bool steps, Sink const& sink);

/// The same of a sum, whose messages go in two phases; a line for each array that is summed, and a blank one behind.
void write_sum(CompositePlan const& sum, Sink const& sink);

/// The entries "collective", "peak_bytes" and, where there is one, "sequence", inside an open object.
/// "collective" and "sequence" of all of a sum.
void write_sum(JsonWriter& json, MultiPlan const& sum);
/// `steps`: with "sequence".
void write_collectives(JsonWriter& json, MultiPlan const& plan, bool steps);

} // namespace tessera::detail
