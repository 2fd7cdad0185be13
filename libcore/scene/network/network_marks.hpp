// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what is highlighted on a network: a link, and the route of a message.
#pragma once

#include "libcore/pipeline/sited_schedule.hpp"
#include "libcore/scene/network/network_scene.hpp"

#include <optional>
#include <utility>

namespace tessera {

struct NetworkHighlight {
    std::optional<std::pair<Rank, Rank>> message; ///< sender and receiver
    std::optional<int> link;
    friend bool operator==(NetworkHighlight const&, NetworkHighlight const&) = default;
};

/// Returns the links to mark in the picture of a step, and a sentence that explains them: it names the step in which the message
/// travels. `step`: absent for all steps.
[[nodiscard]] NetworkMarks marks_of(SitedSchedule const& sited, std::optional<int> step, NetworkHighlight const& highlight);

} // namespace tessera
