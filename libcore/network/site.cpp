// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a site: a network, the placement of ranks on its nodes, and the machine's rates.
#include "libcore/network/site.hpp"

#include "libcore/base/try.hpp"
#include "libcore/network/grid.hpp"

#include <fmt/format.h>
#include <utility>

namespace tessera {
namespace {

/// Returns a pointer that does not own its object.
template <class T>
std::shared_ptr<T const> unowned(T const* thing) {
    return {std::shared_ptr<void>(), thing};
}

} // namespace

Result<Site> Site::of_ranks(int ranks) {
    auto topology = TRY(make_topology(fmt::format("crossbar({})", ranks)));
    return Site{.topology = std::move(topology), .placement = Placement::row_major(ranks), .assumed = true};
}

Site Site::borrowed(Topology const& topology, Placement placement, Machine const* machine) {
    return {.topology = unowned(&topology), .placement = std::move(placement), .machine = unowned(machine)};
}

std::string Site::network() const {
    return assumed ? topology->name() + " (assumed)" : topology->name();
}

std::optional<MeshShape> Site::mesh() const {
    return topology ? mesh_shape(*topology) : std::nullopt;
}

Result<ScheduleCost> cost_of(Schedule const& schedule, Site const& site, Watch const& watch) {
    return cost_of(schedule, *site.topology, site.placement, site.machine.get(), watch);
}

} // namespace tessera
