// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which collective a redistribution equals, and the sequence that frameworks would run.
#pragma once

#include "libcore/redist/multi_plan.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/sink.hpp"

namespace tessera::detail {

/// A line with the name and the peak; the steps on the mesh and the way through a full copy where one step does not do it.
void write_collectives(MultiPlan const& plan, RedistTotals const& totals, Sink const& sink);

/// The entries "collective", "peak_bytes" and, where there is one, "sequence", inside an open object.
void write_collectives(JsonWriter& json, MultiPlan const& plan);

} // namespace tessera::detail
