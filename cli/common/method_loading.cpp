// SPDX-License-Identifier: BSD-3-Clause
// Tessera: --method: the composition of a job's redistributions, and the algorithms of their phases.
#include "cli/common/method_loading.hpp"

#include "cli/common/site_loading.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/redist/summed_plan.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace tessera::cli {

Result<std::vector<Transition>> load_phases(Arguments const& arguments, std::vector<Transition> transitions, Watch const& watch) {
    auto const method = arguments.text("method");
    bool const sums = std::ranges::any_of(transitions, [](Transition const& each) { return adds(*each.plan); });
    if (!method && !sums) return transitions;
    auto const site = [&](int ranks) { return load_site(arguments, ranks); };
    std::vector<Transition> all;
    for (Transition const& whole : transitions) {
        auto phases = TRY(phases_of(whole, method.value_or(std::string(plain_method(*whole.plan))), site, watch));
        std::ranges::move(phases, std::back_inserter(all));
    }
    return all;
}

Result<std::vector<Transition>> load_relabelled(Arguments const& arguments, std::vector<Transition> transitions,
                                                std::optional<RankNodes> present) {
    auto const per_node = arguments.text("per-node");
    if (!arguments.has("relabel")) {
        if (per_node) return fail("--per-node needs --relabel");
        return transitions;
    }
    std::optional<RankNodes> nodes = std::move(present);
    if (per_node) {
        Index ranks = nodes ? nodes->ranks() : 0;
        for (Transition const& each : transitions) ranks = std::max(ranks, each.plan->ranks());
        auto told = RankNodes::parse(*per_node, ranks);
        if (!told) return fail(fmt::format("--per-node: {}", told.error().message));
        nodes = *std::move(told);
    }
    if (nodes && nodes->is_one()) nodes.reset();
    auto better = relabelled(transitions, nodes);
    if (!better) return fail(fmt::format("--relabel: {}", better.error().message));
    return better;
}

Result<std::vector<std::string>> algorithms_for(Arguments const& arguments, std::size_t count) {
    std::vector<std::string> names{""};
    for (char const letter : arguments.text_or("algorithm", "auto")) {
        if (letter == ',')
            names.emplace_back();
        else
            names.back() += letter;
    }
    if (names.size() == 1) names.resize(count, names.front());
    if (names.size() == count) return names;
    return fail(fmt::format("--algorithm names {} algorithms for {}; give one for all, or one for each", names.size(),
                            counted(static_cast<Index>(count), "redistribution")));
}

} // namespace tessera::cli
