// SPDX-License-Identifier: BSD-3-Clause
// Tessera: published times next to ours.
#include "cli/distbench/times_comparison.hpp"

#include "cli/distbench/mesh_network.hpp"
#include "libcore/network/cost.hpp"

#include <algorithm>

namespace tessera::cli {
namespace {

constexpr std::size_t lengths = PublishedTimes::lengths.size();

Result<double> predicted_time(PublishedTimes const& published, CellPlace cell, Topology const& network, Machine const& machine) {
    MeshShape const mesh = published.meshes[cell.mesh];
    auto messages = MessageSet::all_to_all(network.nodes(), PublishedTimes::lengths[cell.length]);
    if (!messages) return forward_error(messages);
    auto const schedule = make_schedule(published.algorithm, std::move(*messages), mesh);
    if (!schedule) return forward_error(schedule);
    auto const cost = cost_of(**schedule, network, Placement::row_major(network.nodes()), &machine);
    if (!cost) return forward_error(cost);
    return *cost->total_time;
}

/// Returns the paper's sum over the steps of an algorithm that sends to one rank and receives from another (T_GEN in section
/// 4.3.4). Precondition: the machine has the rates; predicted_time() has checked this.
double time_by_formula(PublishedTimes const& published, CellPlace cell, Machine const& machine) {
    MeshShape const mesh = published.meshes[cell.mesh];
    Index const bytes = PublishedTimes::lengths[cell.length];
    Protocol const& protocol = machine.protocol(bytes);
    double time = 0;
    for (int step = 1; step < mesh.rows * mesh.columns; ++step) {
        auto const load = static_cast<double>(published.formula(step, mesh));
        time += protocol.alpha + static_cast<double>(bytes) * std::max(*protocol.beta_sr, load * *protocol.beta_sat);
    }
    return time;
}

} // namespace

Result<TimesComparison> compare_times(PublishedTimes const& published, Machine const& machine) {
    TimesComparison comparison{published, machine.name, {}, {}};
    for (std::size_t mesh = 0; mesh < published.meshes.size(); ++mesh) {
        auto const network = mesh_network(published.meshes[mesh]);
        for (std::size_t length = 0; length < lengths; ++length) {
            auto const time = predicted_time(published, {length, mesh}, *network, machine);
            if (!time) return forward_error(time);
            comparison.predicted[length][mesh] = *time;
            if (published.formula != nullptr)
                comparison.by_formula[length][mesh] = time_by_formula(published, {length, mesh}, machine);
        }
    }
    return comparison;
}

} // namespace tessera::cli
