// SPDX-License-Identifier: BSD-3-Clause
// Tessera: messages on the links of a network as one page that plays in any browser, without a network.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/network/site.hpp"
#include "libcore/schedule/schedule.hpp"

#include <optional>
#include <string>

namespace tessera {

/// A page with more dots is refused.
inline constexpr Index most_page_dots = 60'000;

/// HTML with the network, the messages that move along its links and wait before them as network_picture_at() draws them, the chart
/// of the schedule, and a script that plays and scrubs them. `step`: that one alone, from 0, else all. Cost: the hops of the dots.
/// Errors: nothing is sent; too many links, messages or dots; the machine lacks a rate; the work was stopped.
[[nodiscard]] Result<std::string> network_page(Schedule const& schedule, Site const& site, std::optional<int> step,
                                               Watch const& watch = {});

} // namespace tessera
