// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which collective a redistribution equals, and the sequence that frameworks would run.
#pragma once

#include "libcore/pipeline/transition.hpp"
#include "libcore/redist/methods/composite_plan.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/sink.hpp"

namespace tessera::detail {

/// A line with the name of what it comes to and the peak; the steps on the mesh and the way through a full copy where one step does
/// not do it. These belong to a transition, or to all of a sum: to no phase of one.
void write_collectives(Transition const& transition, Sink const& sink);

/// Is it a phase of a sum?
[[nodiscard]] bool is_part_of_sum(Transition const& transition);

/// The same of a sum, whose messages go in two phases; a line for each array that is summed, and a blank one behind.
void write_sum(CompositePlan const& sum, Sink const& sink);

/// The entries "collective", "peak_bytes" and, where there is one, "sequence", inside an open object.
/// "collective" and "sequence" of all of a sum.
void write_sum(JsonWriter& json, MultiPlan const& sum);
/// Of a phase of a sum without "sequence".
void write_collectives(JsonWriter& json, Transition const& transition);

} // namespace tessera::detail
