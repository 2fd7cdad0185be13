// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a site: a network, the placement of ranks on its nodes, and the machine's rates.
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

/// A network, a placement and a machine. Cheap to copy, because the objects behind its pointers are immutable.
struct Site {
    std::shared_ptr<Topology const> topology; ///< null: messages share no links (only choose_algorithm allows this)
    Placement placement;                      ///< placement on that topology; empty: row-major
    std::shared_ptr<Machine const> machine{}; ///< null: loads are known, times are not
    bool assumed = false;                     ///< the user named no network: see of_ranks
    bool of_profile = false;                  ///< the machine's profile named the network, not the user

    /// Makes the default site if the user names no network: a crossbar, on which messages share only the ports of their ranks.
    /// Results on it depend on the job alone, and no real network is faster. Error: as make_topology.
    [[nodiscard]] static Result<Site> of_ranks(int ranks);
    /// Makes a site of objects that the caller owns and that outlive the site; `machine` may be null.
    [[nodiscard]] static Site borrowed(Topology const& topology, Placement placement, Machine const* machine = nullptr);

    /// Returns the name, such as "mesh(4,4)" or "crossbar(16) (assumed)". Precondition: there is a topology.
    [[nodiscard]] std::string network() const;
    /// Returns the machine's name, or an empty text if there is none.
    [[nodiscard]] std::string machine_name() const { return machine ? machine->name : std::string(); }
    /// Returns the mesh for ipex and rex-mesh if the network is a 2-D mesh or torus. Otherwise returns nothing.
    [[nodiscard]] std::optional<MeshShape> mesh() const;
};

/// Computes the cost, see cost_of in cost.hpp. Precondition: the site has a topology, and a node for each rank.
[[nodiscard]] Result<ScheduleCost> cost_of(Schedule const& schedule, Site const& site, Watch const& watch = {});

} // namespace tessera
