// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the collective that equals a redistribution, and the sequence that frameworks would run.
#pragma once

#include "libcore/pipeline/transition.hpp"
#include "libcore/redist/methods/composite_plan.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/sink.hpp"

#include <optional>
#include <span>
#include <string>

namespace tessera::detail {

/// Writes a line with the name of the equivalent collective and the peak memory. If one step is not enough, writes the steps on the
/// mesh and the path through a full copy. A phase of a sum has only the first line. `memory`: see shortest_collectives.
void write_collectives(Transition const& transition, std::optional<Index> memory, Sink const& sink);

/// Returns "a rank holds at most 4.0 KiB, all ranks 16.0 KiB". `held`: bytes of each rank.
[[nodiscard]] std::string held_text(std::span<Index const> held);
/// Writes the same as the entries "peak_bytes" and "peak_bytes_in_all" into an open object.
void write_held(JsonWriter& json, std::span<Index const> held);

/// Returns whether the transition is a phase of a sum.
[[nodiscard]] bool is_part_of_sum(Transition const& transition);

/// Writes the same for a sum, whose messages go in two phases: a line for each array that is summed, the steps, and a blank line.
void write_sum(CompositePlan const& sum, std::optional<Index> memory, Sink const& sink);

/// Writes the entries "operation", "collective" and, if there is one, "sequence" of a whole sum into an open object.
void write_sum(JsonWriter& json, MultiPlan const& sum, std::optional<Index> memory);
/// Writes the entries "collective", "peak_bytes", "peak_bytes_in_all" and, if there is one, "sequence" into an open object. A phase
/// of a sum has no "sequence".
void write_collectives(JsonWriter& json, Transition const& transition, std::optional<Index> memory);

} // namespace tessera::detail
