// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan draw --view network with --moment or --animate.
#pragma once

#include "cli/common/tool.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/pipeline/sited_schedule.hpp"
#include "libcore/scene/network/network_marks.hpp"
#include "libcore/scene/scene.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tessera::cli {

/// Draws the moment of --moment: "40%" of a step (the busiest one, unless --step names it), or a time since the schedule began,
/// such as "150us". `highlight`: links that are marked. Errors: another form of moment; a time without a machine, or together with
/// --step; errors of network_picture_at.
[[nodiscard]] Result<Scene> draw_moment(Arguments const& arguments, std::string_view moment, SitedSchedule const& sited,
                                        NetworkHighlight const& highlight, Watch const& watch);

/// Returns the page of --animate.
[[nodiscard]] Result<std::string> network_page_of(Tool const& tool, Watch const& watch);

} // namespace tessera::cli
