// SPDX-License-Identifier: BSD-3-Clause
// Tessera: counts of lines along a dimension, and their report.
#include "cli/distcomm/line_counts.hpp"

#include "libcore/base/units.hpp"
#include "libcore/mapping/derived_mapping.hpp"
#include "libcore/runtime/comm/axis/axis_reduction.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace tessera::cli {

Index count_of_all(Communicator const& world, Mapping const& lines, Index mine) {
    auto const position = lines.grid().position(world.rank());
    return all_sum(world, position && lines.holds(*position) && lines.replica(*position) == 0 ? mine : 0);
}

Index empty_lines(Communicator const& world, CommSettings const& settings, int dim, CommArray const& array) {
    if (!settings.where && settings.mapping.dim(dim).extent() > 0) return 0;
    Mapping const numbers = retyped(settings.mapping, {"int64", sizeof(Index)});
    auto counter = AxisReduction::make(numbers, dim, ReduceOp::Sum, world.handle()).value();
    auto const where = array.context_of(settings.where);
    std::vector<Index> const ones(array.layout() ? as_size(array.layout()->allocation_size()) : 0, 1);
    std::vector<Index> counts(as_size(counter.lines()));
    counter.execute(reinterpret_cast<std::byte const*>(ones.data()), reinterpret_cast<std::byte*>(counts.data()),
                    where ? &*where : nullptr);
    return count_of_all(world, without_dimension(numbers, dim), std::ranges::count(counts, Index{0}));
}

std::string empty_lines_text(Index lines) {
    return lines == 0 ? "" : fmt::format("; in {} no element takes part", counted(lines, "line"));
}

void write_lines(JsonWriter& json, LineCounts const& counts) {
    json.entry("op", counts.op);
    json.entry("axis", Index{counts.dim + 1});
    json.entry("taking_part", counts.active);
    json.entry("elements", counts.lines);
    json.entry("empty_lines", counts.empty);
}

} // namespace tessera::cli
