// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the network and the machine a command line names: --topology, --placement and --machine.
#pragma once

#include "cli/common/arguments.hpp"
#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/network/choice.hpp"
#include "libcore/network/machine.hpp"
#include "libcore/network/placement.hpp"
#include "libcore/network/topology.hpp"
#include "libcore/schedule/algorithm.hpp"
#include "libcore/schedule/schedule.hpp"

#include <memory>
#include <optional>
#include <string_view>

namespace tessera::cli {

/// Where messages are to travel. Without --topology a crossbar, on which only the ports are shared.
struct LoadedSite {
    std::shared_ptr<Topology const> topology;
    Placement placement;
    std::optional<Machine> machine;

    [[nodiscard]] Machine const* machine_or_null() const { return machine ? &*machine : nullptr; }
    [[nodiscard]] Site site() const { return {topology.get(), &placement, machine_or_null()}; }
    /// The mesh that ipex and rex-mesh work on: a 2-D mesh or torus. Nothing on any other network.
    [[nodiscard]] std::optional<MeshShape> mesh() const;
};

/// The profile that --machine names, where it does. Errors: a file that cannot be read, or is none.
[[nodiscard]] Result<std::optional<Machine>> load_machine(Arguments const& arguments);

/// Options: --algorithm, --topology, --placement, --machine. Errors: files that cannot be read, whatever their parsers find, fewer
/// nodes than ranks.
[[nodiscard]] Result<LoadedSite> load_site(Arguments const& arguments, int ranks);

/// The schedule of that name; `auto` chooses one and says why in `reason`. Errors: see make_schedule and choose_algorithm.
struct ChosenSchedule {
    std::shared_ptr<Schedule const> schedule;
    std::string reason; ///< empty unless chosen by `auto`
};
[[nodiscard]] Result<ChosenSchedule> schedule_named(std::string_view algorithm, MessageSet messages, LoadedSite const& site,
                                                    Watch const& watch = {});

} // namespace tessera::cli
