// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the network and the machine a command line names.
#include "cli/common/site_loading.hpp"

#include "libcore/network/grid.hpp"
#include "libcore/spec/parse.hpp"

#include <fmt/format.h>
#include <utility>

namespace tessera::cli {
namespace {

Result<std::string> read_named(std::string const& path) {
    return DirectoryReader(".").read(path);
}

/// An error of what stands in a file or after an option, with its name in front.
tl::unexpected<Error> of_option(std::string_view name, Error const& error) {
    return fail(fmt::format("{}: {}", name, to_string(error)));
}

Result<std::shared_ptr<Topology const>> load_topology(std::optional<std::string> const& text, int ranks) {
    if (!text) return make_topology(fmt::format("crossbar({})", ranks));
    bool const file = text->ends_with(".json");
    if (!file) {
        auto made = make_topology(*text);
        return made ? made : of_option("--topology", made.error());
    }
    auto const json = read_named(*text);
    if (!json) return of_option("--topology", json.error());
    return topology_from_json(*json, *text);
}

/// A placement's own names have no dot and no slash in them; anything else is a file.
Result<Placement> load_placement(std::string const& text, int ranks, Topology const& topology) {
    if (text.find_first_of("./") == std::string::npos) return Placement::make(text, ranks, topology);
    auto const list = read_named(text);
    if (!list) return forward_error(list);
    return Placement::from_list(*list, ranks, topology);
}

} // namespace

std::optional<MeshShape> LoadedSite::mesh() const {
    return mesh_shape(*topology);
}

Result<std::optional<Machine>> load_machine(Arguments const& arguments) {
    auto const path = arguments.text("machine");
    if (!path) return std::optional<Machine>{};
    auto const json = read_named(*path);
    if (!json) return of_option("--machine", json.error());
    auto machine = Machine::from_json(*json);
    if (!machine) return of_option(*path, machine.error());
    return std::optional(*std::move(machine));
}

Result<LoadedSite> load_site(Arguments const& arguments, int ranks) {
    LoadedSite site;
    auto topology = load_topology(arguments.text("topology"), ranks);
    if (!topology) return forward_error(topology);
    site.topology = std::move(*topology);
    auto placement = load_placement(arguments.text_or("placement", "row-major"), ranks, *site.topology);
    if (!placement) return forward_error(placement);
    site.placement = std::move(*placement);
    auto machine = load_machine(arguments);
    if (!machine) return forward_error(machine);
    site.machine = *std::move(machine);
    return site;
}

Result<ChosenSchedule> schedule_named(std::string_view algorithm, MessageSet messages, LoadedSite const& site, Watch const& watch) {
    std::string name(algorithm);
    std::string reason;
    if (algorithm == "auto") {
        auto const choice = choose_algorithm(messages, site.site(), watch);
        if (!choice) return forward_error(choice);
        name = choice->algorithm;
        reason = choice->reason;
    }
    auto schedule = make_schedule(name, std::move(messages), site.mesh(), watch);
    if (!schedule) return forward_error(schedule);
    return ChosenSchedule{std::move(*schedule), std::move(reason)};
}

} // namespace tessera::cli
