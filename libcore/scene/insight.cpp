// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pictures that explain one concept.
#include "libcore/scene/insight.hpp"

#include "libcore/base/try.hpp"
#include "libcore/scene/messages/stages_scene.hpp"
#include "libcore/scene/ownership/balance_scene.hpp"
#include "libcore/scene/ownership/memory_scene.hpp"
#include "libcore/scene/ownership/rhythm_scene.hpp"
#include "libcore/scene/ownership/template_scene.hpp"

#include <algorithm>

namespace tessera {
namespace {

constexpr std::array<std::string_view, all_insights.size()> insight_names{"template", "balance", "memory", "rhythms", "stages"};

} // namespace

std::string_view name_of(Insight kind) {
    return insight_names[static_cast<std::size_t>(kind)];
}

std::optional<Insight> insight_named(std::string_view name) {
    auto const found = std::ranges::find(insight_names, name);
    if (found == insight_names.end()) return std::nullopt;
    return static_cast<Insight>(found - insight_names.begin());
}

bool is_of_state(Insight kind) {
    return kind == Insight::Template || kind == Insight::Balance || kind == Insight::Memory;
}

Rank rank_to_look_at(Mapping const& mapping, std::optional<Extents> const& element) {
    if (element) {
        auto const owners = mapping.owners(*element);
        if (!owners.empty()) return owners.front().rank;
    }
    for (Index position = 0; position < mapping.grid().size(); ++position)
        if (mapping.owned_count(position) > 0) return mapping.grid().rank(position);
    return 0;
}

Result<Scene> state_insight(Insight kind, Mapping const& mapping, std::optional<Rank> rank, std::optional<Extents> const& element) {
    if (kind == Insight::Template) return template_scene(mapping, element);
    if (kind == Insight::Balance) return balance_scene(mapping, rank);
    return memory_scene(mapping, rank.value_or(rank_to_look_at(mapping, element)), element);
}

Result<Scene> change_insight(Insight kind, MultiPlan const& plan, std::string_view method, SiteOfRanks const& site,
                             std::size_t array, Watch const& watch) {
    if (kind == Insight::Rhythms) return rhythm_scene(plan.plans()[array]);
    if (plan.plans()[array].map().reshapes())
        return fail("a reshape has one phase, between two shapes; draw its ownership instead");
    auto const composed = TRY(composed_by(method, plan, site, watch));
    return stages_scene(composed.plan, array);
}

} // namespace tessera
