// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the transition that distplan draw shows.
#pragma once

#include "cli/common/tool.hpp"

#include <fmt/format.h>
#include <vector>

namespace tessera::cli {

/// Returns the only transition, or the first of several, with a note on the others.
template <class Each>
Each const& drawn_transition(Tool const& tool, std::vector<Each> const& all) {
    if (all.size() > 1)
        tool.messages.note(fmt::format("this is the first of {} transitions; --transition 2 draws the next", all.size()));
    return all.front();
}

} // namespace tessera::cli
