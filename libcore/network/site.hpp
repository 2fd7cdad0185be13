// SPDX-License-Identifier: BSD-3-Clause
// Tessera: where messages travel: a network, the ranks on its nodes, and what the machine costs.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/network/cost.hpp"
#include "libcore/network/machine.hpp"
#include "libcore/network/placement.hpp"
#include "libcore/network/topology.hpp"
#include "libcore/schedule/algorithm.hpp"

#include <memory>
#include <optional>
#include <string>

namespace tessera {

/// Cheap to copy; what it points to never changes.
struct Site {
    std::shared_ptr<Topology const> topology; ///< null (which choose_algorithm alone allows): messages share no links
    Placement placement;                      ///< for that topology; empty: row-major
    std::shared_ptr<Machine const> machine{}; ///< null: loads are known, times are not
    bool assumed = false;                     ///< nobody named the network: see of_ranks

    /// Where nobody names a network: a crossbar, on which messages share nothing but the ports of their ranks. Whatever is worked
    /// out on it follows from the job alone, and no real network does better. Error: as make_topology.
    [[nodiscard]] static Result<Site> of_ranks(int ranks);
    /// Of things that somebody else owns and that outlive the site; `machine` may be null.
    [[nodiscard]] static Site borrowed(Topology const& topology, Placement placement, Machine const* machine = nullptr);

    /// "mesh(4,4)", or "crossbar(16) (assumed)". Precondition: there is a topology.
    [[nodiscard]] std::string network() const;
    /// The machine's name; empty where there is none.
    [[nodiscard]] std::string machine_name() const { return machine ? machine->name : std::string(); }
    /// The mesh that ipex and rex-mesh work on: a 2-D mesh or torus. Nothing on any other network.
    [[nodiscard]] std::optional<MeshShape> mesh() const;
};

/// See cost_of. Precondition: the site has a topology, and a node for each rank.
[[nodiscard]] Result<ScheduleCost> cost_of(Schedule const& schedule, Site const& site, Watch const& watch = {});

} // namespace tessera
