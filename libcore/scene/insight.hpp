// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pictures that explain one concept (template, balance, memory, two rhythms, stages of a method), for distplan draw and
// for the window.
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

/// Returns the name for --view: "template", "balance", "memory", "rhythms", "stages".
[[nodiscard]] std::string_view name_of(Insight kind);
[[nodiscard]] std::optional<Insight> insight_named(std::string_view name);
/// Returns whether the picture is about one mapping. Otherwise it is about the change between two.
[[nodiscard]] bool is_of_state(Insight kind);

/// Returns the rank whose memory is shown by default: the element's first owner, or the first rank that holds an element.
[[nodiscard]] Rank rank_to_look_at(Mapping const& mapping, std::optional<Extents> const& element);

/// Draws an insight about one mapping. `rank`: selects the memory, by default that of rank_to_look_at(), or the highlighted bar.
/// `element`: 0-based, gets a frame. Errors: there is no template; the rank holds nothing. Precondition: is_of_state(kind).
[[nodiscard]] Result<Scene> state_insight(Insight kind, Mapping const& mapping, std::optional<Rank> rank,
                                          std::optional<Extents> const& element);

/// Draws an insight about one array of the plan. `method`, `site`: for the stages, with the meaning of composed_by(). Errors: no
/// dimension changes its owners; errors of composed_by(), which include a stop through `watch`. Precondition: not
/// is_of_state(kind); `array` exists.
[[nodiscard]] Result<Scene> change_insight(Insight kind, MultiPlan const& plan, std::string_view method, SiteOfRanks const& site,
                                           std::size_t array = 0, Watch const& watch = {});

} // namespace tessera
