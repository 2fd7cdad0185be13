// SPDX-License-Identifier: BSD-3-Clause
// Tessera: formulas for link loads, compared with the exact loads.
#include "cli/distbench/load_comparison.hpp"

#include "cli/distbench/mesh_network.hpp"
#include "libcore/network/link_loads.hpp"

#include <functional>

namespace tessera::cli {
namespace {

constexpr LoadTable printed_load_tables[]{
    {"pex-bound", "PEX, section 4.3.1", "pex", pex_load, power_of_two_meshes},
    {"gen-bound", "GEN, section 4.3.4", "gen", gen_load, delta_meshes},
};

Result<MeshLoads> loads_on(MeshShape mesh, LoadTable const& table) {
    auto const network = mesh_network(mesh);
    auto messages = MessageSet::all_to_all(network->nodes(), 1);
    if (!messages) return forward_error(messages);
    auto const schedule = make_schedule(table.algorithm, std::move(*messages), mesh);
    if (!schedule) return forward_error(schedule);
    auto const placement = Placement::row_major(network->nodes());
    LoadCounter counter(*network, placement);
    MeshLoads loads{mesh, {}, {}};
    for (int step = 0; step < (*schedule)->steps(); ++step) {
        loads.formula.push_back(table.formula(step + 1, mesh));
        loads.exact.push_back(static_cast<Index>(counter.count(**schedule, step).max_load));
    }
    return loads;
}

template <class Compare>
Index count_steps(MeshLoads const& loads, Compare compare) {
    Index count = 0;
    for (std::size_t step = 0; step < loads.exact.size(); ++step) count += compare(loads.exact[step], loads.formula[step]) ? 1 : 0;
    return count;
}

} // namespace

std::span<LoadTable const> load_tables() {
    return printed_load_tables;
}

Index MeshLoads::steps_below() const {
    return count_steps(*this, std::less{});
}

Index MeshLoads::steps_above() const {
    return count_steps(*this, std::greater{});
}

Result<std::vector<MeshLoads>> compare_loads(LoadTable const& table) {
    std::vector<MeshLoads> all;
    for (MeshShape const mesh : table.meshes) {
        auto loads = loads_on(mesh, table);
        if (!loads) return forward_error(loads);
        all.push_back(std::move(*loads));
    }
    return all;
}

} // namespace tessera::cli
