// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the collective that equals a redistribution, and the sequence that frameworks would run.
#include "libcore/report/detail/collective_lines.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/units.hpp"
#include "libcore/pipeline/collective_path.hpp"
#include "libcore/redist/named_collective.hpp"
#include "libcore/redist/summed_plan.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <optional>

namespace tessera::detail {
namespace {

Index bytes_in_all(std::span<Index const> held) {
    return std::accumulate(held.begin(), held.end(), Index{0}, saturated_add);
}

std::optional<CollectivePath> path_of(MultiPlan const& plan, std::optional<Index> memory) {
    return plan.plans().size() == 1 ? shortest_collectives(plan.plans().front(), memory) : std::nullopt;
}

void write_steps(CollectivePath const& path, std::optional<Index> memory, Sink const& sink) {
    if (!path.within)
        sink(fmt::format("  no sequence of collectives stays within {} on a rank; the least peak:\n", scaled_bytes(*memory)));
    std::string const limit = path.within && memory ? ", within " + scaled_bytes(*memory) + " on a rank" : "";
    sink(fmt::format("  in collectives of frameworks{}, on the mesh {}, from {}:\n", limit, path.mesh, path.source));
    for (ReshardStep const& step : path.steps)
        sink(fmt::format("    {} to {}: {} move, at most {} on a rank\n", collective_name(step.kind), step.target,
                         counted(step.totals.moved, "element"), scaled_bytes(step.peak_bytes)));
    if (path.steps.size() > 1)
        sink(fmt::format("    {} in all, at most {} on a rank\n", counted(path.moved, "element"), scaled_bytes(path.peak_bytes)));
}

void write_warning(CollectivePath const& path, RedistTotals const& direct, Sink const& sink) {
    sink(fmt::format(
        "  a framework may take a full copy on every rank instead: {}, {:.1f} times as many as here, at most {} on a rank\n",
        counted(path.moved_by_copy, "element"), static_cast<double>(path.moved_by_copy) / static_cast<double>(direct.moved),
        scaled_bytes(path.peak_bytes_by_copy)));
}

/// Writes a path if it has several steps, a framework may not find it, or `memory` asks for it.
void write_path(CollectivePath const& path, std::optional<Index> memory, RedistTotals const& direct, Sink const& sink) {
    bool const asked = memory && !path.steps.empty();
    if (asked || path.steps.size() > 1 || path.copy_likely()) write_steps(path, memory, sink);
    if (path.copy_likely()) write_warning(path, direct, sink);
}

void write_path(JsonWriter& json, CollectivePath const& path) {
    json.key("sequence");
    json.begin_object();
    json.entry("mesh", path.mesh);
    json.entry("source", path.source);
    json.key("steps");
    json.begin_array();
    for (ReshardStep const& step : path.steps) {
        json.begin_object();
        json.entry("collective", collective_name(step.kind));
        json.entry("target", step.target);
        json.entry("moved", step.totals.moved);
        json.entry("peak_bytes", step.peak_bytes);
        json.end_object();
    }
    json.end_array();
    json.entry("moved", path.moved);
    json.entry("peak_bytes", path.peak_bytes);
    json.entry("within_memory", path.within);
    json.entry("copy_likely", path.copy_likely());
    json.entry("moved_by_copy", path.moved_by_copy);
    json.entry("peak_bytes_by_copy", path.peak_bytes_by_copy);
    json.end_object();
}

void write_name(JsonWriter& json, MultiPlan const& plan) {
    auto const named = collective_of(plan);
    if (!named) return;
    json.key("collective");
    json.begin_object();
    json.entry("name", collective_name(named->kind));
    json.entry("groups", named->groups);
    json.entry("ranks", named->ranks);
    json.end_object();
}

} // namespace

std::string held_text(std::span<Index const> held) {
    return fmt::format("a rank holds at most {}, all ranks {}", scaled_bytes(std::ranges::max(held)),
                       scaled_bytes(bytes_in_all(held)));
}

void write_held(JsonWriter& json, std::span<Index const> held) {
    json.entry("peak_bytes", std::ranges::max(held));
    json.entry("peak_bytes_in_all", bytes_in_all(held));
}

bool is_part_of_sum(Transition const& transition) {
    return transition.phase && adds(transition.phase->composite.whole);
}

void write_collectives(Transition const& transition, std::optional<Index> memory, Sink const& sink) {
    std::string const held = held_text(held_bytes(*transition.plan)); // including the buffered addends
    if (auto const named = collective_of(transition.outcome()))
        sink(fmt::format("  {}; {}, before and after together\n", collective_text(*named), held));
    else
        sink(fmt::format("  {}, before and after together\n", held));
    auto const path = is_part_of_sum(transition) ? std::nullopt : path_of(*transition.plan, memory);
    if (path) write_path(*path, memory, transition.totals, sink);
}

void write_sum(CompositePlan const& sum, std::optional<Index> memory, Sink const& sink) {
    auto const named = collective_of(sum.whole);
    for (RedistPlan const& plan : sum.whole.plans())
        if (adds(plan))
            sink(fmt::format("{}: {} of each element {}{}\n", plan.target().array().name, counted(addends_of(plan.map()), "addend"),
                             outcome_of(plan.map().op), named ? ", " + collective_text(*named) : ""));
    if (auto const path = path_of(sum.whole, memory)) write_path(*path, memory, sum.totals(), sink);
    sink("\n");
}

void write_sum(JsonWriter& json, MultiPlan const& sum, std::optional<Index> memory) {
    for (RedistPlan const& plan : sum.plans())
        if (adds(plan)) {
            json.entry("operation", name_of(plan.map().op));
            break;
        }
    write_name(json, sum);
    if (auto const path = path_of(sum, memory)) write_path(json, *path);
}

void write_collectives(JsonWriter& json, Transition const& transition, std::optional<Index> memory) {
    write_name(json, transition.outcome());
    write_held(json, held_bytes(*transition.plan));
    if (is_part_of_sum(transition)) return;
    if (auto const path = path_of(*transition.plan, memory)) write_path(json, *path);
}

} // namespace tessera::detail
