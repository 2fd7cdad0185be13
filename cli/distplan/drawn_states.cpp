// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the states that distplan draw shows.
#include "cli/common/job_loading.hpp"
#include "cli/distplan/draw_view.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/base/try.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

/// Returns the one or two states that --state names.
std::vector<std::string> states_to_draw(std::string const& state, ArrayStates const& array) {
    if (auto const colon = state.find(':'); colon != std::string::npos) return {state.substr(0, colon), state.substr(colon + 1)};
    if (state != "both") return {state};
    return array.states.size() > 1 ? std::vector<std::string>{"from", "to"} : std::vector<std::string>{"from"};
}

std::string heading_of(std::string const& state, std::size_t states) {
    bool const named = state == "from" || state == "to";
    if (states == 1 && named) return {};
    return named ? state : "state " + state;
}

Result<DrawnState> drawn_state(Arguments const& arguments, ArrayStates const& array, std::string const& state,
                               std::string heading) {
    auto const view = TRY(view_of(arguments, array.array));
    auto mapping = TRY(mapping_in_state(array, state));
    return DrawnState{std::move(heading), std::move(mapping), view};
}

/// Returns the source and the target of a copy, each in its last state.
Result<std::vector<DrawnState>> name_pair_of(Arguments const& arguments, Job const& job, CopyStatement const& copy) {
    std::vector<DrawnState> drawn;
    for (std::string const& name : {copy.source, copy.target}) {
        auto const array = TRY(choose_array(job, name));
        drawn.push_back(TRY(drawn_state(arguments, *array, "to", array->array.name)));
    }
    return drawn;
}

} // namespace

Result<std::vector<DrawnState>> drawn_states(Arguments const& arguments, Job const& job) {
    bool const chosen = arguments.has("array-name") || arguments.has("state");
    if (!chosen && !job.copies.empty()) return name_pair_of(arguments, job, job.copies.front());
    auto const array = TRY(choose_array(job, arguments.text("array-name")));
    std::vector<DrawnState> drawn;
    for (std::string const& name : states_to_draw(arguments.text_or("state", "both"), *array))
        drawn.push_back(TRY(drawn_state(arguments, *array, name, heading_of(name, array->states.size()))));
    return drawn;
}

std::string title_of(std::vector<DrawnState> const& states) {
    std::string const first = describe(states.front().mapping.array());
    std::string const last = describe(states.back().mapping.array());
    return first == last ? first : first + " -> " + last;
}

std::vector<CellPlan> plan_states(std::vector<DrawnState> const& states, std::vector<GridLimits> const& limits) {
    bool const one_array = states.front().mapping.array() == states.back().mapping.array();
    std::vector<CellPlan> plans;
    if (!one_array) {
        for (std::size_t i = 0; i < states.size(); ++i)
            plans.push_back(plan_cells({&states[i].mapping}, states[i].view, limits[i]));
        return plans;
    }
    std::vector<Mapping const*> mappings;
    GridLimits least = limits.front();
    for (std::size_t i = 0; i < states.size(); ++i) {
        mappings.push_back(&states[i].mapping);
        least = {std::min(least.rows, limits[i].rows), std::min(least.columns, limits[i].columns)};
    }
    plans.assign(states.size(), plan_cells(mappings, states.front().view, least));
    return plans;
}

} // namespace tessera::cli
