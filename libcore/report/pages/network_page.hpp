// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an animated page of messages on network links, for any browser and without network access.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/network/site.hpp"
#include "libcore/schedule/schedule.hpp"

#include <optional>
#include <string>

namespace tessera {

/// Limit of dots per page; a page with more is an error.
inline constexpr Index most_page_dots = 60'000;

/// Returns HTML with the network, its moving and waiting messages (drawn as in network_picture_at()), the chart of the schedule,
/// and a script that plays and scrubs them. `step`: only this 0-based step, else all. Cost: the hops of the dots. Errors: nothing
/// is sent; too many links, messages or dots; the machine lacks a rate; the work was stopped.
[[nodiscard]] Result<std::string> network_page(Schedule const& schedule, Site const& site, std::optional<int> step,
                                               Watch const& watch = {});

} // namespace tessera
