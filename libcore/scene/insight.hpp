// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pictures that explain one thing: a template, a balance, a memory, two rhythms, the stages of a method; for distplan
// draw and the window alike.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/pipeline/method_choice.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/scene/scene.hpp"

#include <array>
#include <optional>
#include <string_view>

namespace tessera {

enum class Insight { Template, Balance, Memory, Rhythms, Stages };
inline constexpr std::array all_insights{Insight::Template, Insight::Balance, Insight::Memory, Insight::Rhythms, Insight::Stages};

/// "template", "balance", "memory", "rhythms", "stages": the names of --view.
[[nodiscard]] std::string_view name_of(Insight kind);
[[nodiscard]] std::optional<Insight> insight_named(std::string_view name);
/// Is it about one mapping? Else it is about what moves between two.
[[nodiscard]] bool is_of_state(Insight kind);

/// Whose memory is worth a look: that of the element's first owner, or of the first rank that holds anything.
[[nodiscard]] Rank rank_to_look_at(Mapping const& mapping, std::optional<Extents> const& element);

/// `rank`: whose memory, by default rank_to_look_at(); whose bar stands
/// out. `element`: framed, 0-based.
/// Errors: there is no template; the rank holds nothing. Precondition: is_of_state(kind).
[[nodiscard]] Result<Scene> state_insight(Insight kind, Mapping const& mapping, std::optional<Rank> rank,
                                          std::optional<Extents> const& element);

/// Of one array of the plan. `method`, `site`: of the stages, as composed_by() takes them. Errors: no dimension changes its owners;
/// those of composed_by(), `watch` among them. Precondition: not is_of_state(kind); there is such an array.
[[nodiscard]] Result<Scene> change_insight(Insight kind, MultiPlan const& plan, std::string_view method, SiteOfRanks const& site,
                                           std::size_t array = 0, Watch const& watch = {});

} // namespace tessera
