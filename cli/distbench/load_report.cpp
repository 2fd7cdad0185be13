// SPDX-License-Identifier: BSD-3-Clause
// Tessera: formula and exact loads, as a table and as JSON.
#include "cli/distbench/load_comparison.hpp"
#include "cli/distbench/mesh_network.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/text_table.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace tessera::cli {
namespace {

std::string mean_text(std::vector<Index> const& loads) {
    auto const sum = static_cast<double>(std::accumulate(loads.begin(), loads.end(), Index{0}));
    return fmt::format("{:.2f}", sum / static_cast<double>(loads.size()));
}

std::string largest_text(std::vector<Index> const& loads) {
    return std::to_string(std::ranges::max(loads));
}

std::string share_text(Index steps, MeshLoads const& loads) {
    return fmt::format("{:.0f} %", 100.0 * static_cast<double>(steps) / static_cast<double>(loads.exact.size()));
}

} // namespace

void loads_text(LoadTable const& compared, std::span<MeshLoads const> loads, Sink const& sink) {
    sink(fmt::format("Thakur 1995, {}: messages on the busiest link of each step\n", compared.title) +
         "Formula: as printed, whole quotients. Exact: every message routed, along the row first.\n\n");
    TextTable table({{"mesh", TextTable::Align::Left},
                     {"steps"},
                     {"formula: mean"},
                     {"largest"},
                     {"exact: mean"},
                     {"largest"},
                     {"below formula"},
                     {"above"}},
                    sink);
    for (MeshLoads const& each : loads)
        table.add({fmt::format("{}x{}", each.mesh.rows, each.mesh.columns), std::to_string(each.exact.size()),
                   mean_text(each.formula), largest_text(each.formula), mean_text(each.exact), largest_text(each.exact),
                   share_text(each.steps_below(), each), share_text(each.steps_above(), each)});
    table.finish();
    sink("\nBelow and above: share of the steps in which the exact load is another.\n");
}

void loads_json(LoadTable const& compared, std::span<MeshLoads const> loads, Sink const& sink) {
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.loads-table/1");
    json.entry("table", compared.name);
    json.entry("title", compared.title);
    json.entry("algorithm", compared.algorithm);
    json.key("meshes");
    json.begin_list();
    for (MeshLoads const& each : loads) {
        json.begin_object();
        json.entry("topology", mesh_name(each.mesh));
        json.entry("steps_below", each.steps_below());
        json.entry("steps_above", each.steps_above());
        json.entry("formula", std::span(each.formula));
        json.entry("exact", std::span(each.exact));
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

} // namespace tessera::cli
