// SPDX-License-Identifier: BSD-3-Clause
// Tessera: ownership pictures with headings and legend, for a terminal.
#pragma once

#include "cli/common/terminal.hpp"
#include "cli/distplan/draw_view.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// Returns the states side by side if the terminal is wide enough, else below each other. The legend of the ranks follows.
[[nodiscard]] std::string terminal_picture(std::vector<DrawnState> const& states, Terminal const& terminal);

} // namespace tessera::cli
