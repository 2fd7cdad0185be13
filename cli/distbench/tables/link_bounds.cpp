// SPDX-License-Identifier: BSD-3-Clause
// Tessera: formulas for link loads next to the exact loads.
#include "cli/distbench/tables/link_bounds.hpp"

#include "cli/distbench/tables/meshes.hpp"
#include "libcore/base/try.hpp"
#include "libcore/network/link_loads.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <numeric>

namespace tessera::cli {
namespace {

Result<MeshLoads> loads_on(MeshShape mesh, std::string const& algorithm, LoadFormula formula) {
    auto const network = mesh_network(mesh);
    auto messages = TRY(MessageSet::all_to_all(network->nodes(), 1));
    auto const schedule = TRY(make_schedule(algorithm, std::move(messages), mesh));
    auto const placement = Placement::row_major(network->nodes());
    LoadCounter counter(*network, placement);
    MeshLoads loads{mesh, {}, {}};
    for (int step = 0; step < schedule->steps(); ++step) {
        loads.formula.push_back(formula(step + 1, mesh));
        loads.exact.push_back(static_cast<Index>(counter.count(*schedule, step).max_load));
    }
    return loads;
}

template <class Compare>
Index count_steps(MeshLoads const& loads, Compare compare) {
    return std::transform_reduce(loads.exact.begin(), loads.exact.end(), loads.formula.begin(), Index{0}, std::plus{},
                                 [&](Index exact, Index formula) { return compare(exact, formula) ? Index{1} : Index{0}; });
}

std::string mean_text(std::vector<Index> const& loads) {
    auto const sum = static_cast<double>(std::accumulate(loads.begin(), loads.end(), Index{0}));
    return fmt::format("{:.2f}", sum / static_cast<double>(loads.size()));
}

std::string share_of_steps(Index steps, MeshLoads const& loads) {
    return fmt::format("{:.0f} %", 100.0 * static_cast<double>(steps) / static_cast<double>(loads.exact.size()));
}

std::string loads_text(PaperTable const& paper, std::vector<MeshLoads> const& loads) {
    std::vector<std::vector<std::string>> lines;
    for (MeshLoads const& each : loads)
        lines.push_back({fmt::format("{}x{}", each.mesh.rows, each.mesh.columns), std::to_string(each.exact.size()),
                         mean_text(each.formula), std::to_string(std::ranges::max(each.formula)), mean_text(each.exact),
                         std::to_string(std::ranges::max(each.exact)), share_of_steps(each.steps_below(), each),
                         share_of_steps(each.steps_above(), each)});
    return fmt::format("{}, {}: messages on the busiest link of each step\n"
                       "Formula: as printed, whole quotients. Exact: every message routed, along the row first.\n\n",
                       paper.fact("paper"), paper.title()) +
           table_text({{"mesh", TextTable::Align::Left},
                       {"steps"},
                       {"formula: mean"},
                       {"largest"},
                       {"exact: mean"},
                       {"largest"},
                       {"below formula"},
                       {"above"}},
                      std::move(lines)) +
           "\nBelow and above: share of the steps in which the exact load is another.\n";
}

ReportJson loads_json(PaperTable const& paper, std::vector<MeshLoads> const& loads) {
    ReportJson meshes = ReportJson::array();
    for (MeshLoads const& each : loads)
        meshes.push_back({{"topology", mesh_name(each.mesh)},
                          {"steps_below", each.steps_below()},
                          {"steps_above", each.steps_above()},
                          {"formula", each.formula},
                          {"exact", each.exact}});
    return {{"schema", "tessera.loads-table/1"},
            {"table", paper.name()},
            {"title", paper.title()},
            {"algorithm", paper.fact("algorithm")},
            {"meshes", std::move(meshes)}};
}

} // namespace

Index MeshLoads::steps_below() const {
    return count_steps(*this, std::less{});
}

Index MeshLoads::steps_above() const {
    return count_steps(*this, std::greater{});
}

Result<std::vector<MeshLoads>> mesh_loads(PaperTable const& paper) {
    auto const formula = TRY(load_formula(paper.fact("load formula")));
    std::vector<MeshLoads> all;
    for (std::size_t row = 0; row < paper.rows(); ++row) {
        auto const mesh = TRY(mesh_of(paper.text(row, "mesh")));
        all.push_back(TRY(loads_on(mesh, paper.fact("algorithm"), formula)));
    }
    return all;
}

Result<TableReport> compare_link_loads(PaperTable const& paper, TableInputs const&) {
    auto const loads = TRY(mesh_loads(paper));
    return TableReport{loads_text(paper, loads), loads_json(paper, loads)};
}

} // namespace tessera::cli
