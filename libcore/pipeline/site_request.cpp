// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a site, in the user's words.
#include "libcore/pipeline/site_request.hpp"

#include "libcore/base/try.hpp"

#include <fmt/format.h>
#include <utility>

namespace tessera {
namespace {

tl::unexpected<Error> of_topology(Error const& error) {
    return fail(fmt::format("--topology: {}", to_string(error)));
}

/// Returns the site with the network, before the ranks are placed.
Result<Site> empty_site(std::string const& asked, Machine const* machine, int ranks, FileReader const& files) {
    bool const of_profile = asked.empty() && machine != nullptr && !machine->network.empty();
    std::string const& topology = of_profile ? machine->network : asked;
    if (topology.empty()) return Site::of_ranks(ranks);
    bool const file = topology.ends_with(".json");
    auto const json = file ? files.read(topology) : Result<std::string>(topology);
    if (!json) return of_topology(json.error());
    bool const has_sizes = topology.find('(') != std::string::npos;
    auto made = file        ? topology_from_json(*json, topology)
                : has_sizes ? make_topology(topology)
                            : make_topology_for(topology, ranks);
    if (!made) return file ? tl::unexpected<Error>(made.error()) : of_topology(made.error());
    return Site{.topology = *std::move(made), .placement = {}, .of_profile = of_profile};
}

/// The names of placements contain no dot and no slash. Any other text is a file.
Result<Placement> placement_of(std::string const& how, int ranks, Topology const& topology, FileReader const& files) {
    if (how.find_first_of("./") == std::string::npos) return Placement::make(how, ranks, topology);
    auto const list = TRY(files.read(how));
    return Placement::from_list(list, ranks, topology);
}

} // namespace

Result<std::shared_ptr<Machine const>> machine_of(SiteRequest const& request, MachineRegistry const& registry,
                                                  FileReader const& files) {
    if (request.machine.empty()) return nullptr;
    return std::make_shared<Machine const>(TRY(find_machine(request.machine, registry, files)));
}

Result<Site> site_of(SiteRequest const& request, int ranks, MachineRegistry const& registry, FileReader const& files) {
    auto machine = TRY(machine_of(request, registry, files));
    auto site = empty_site(request.topology, machine.get(), ranks, files);
    if (!site) return site;
    site->placement = TRY(placement_of(request.placement, ranks, *site->topology, files));
    site->machine = std::move(machine);
    return site;
}

} // namespace tessera
