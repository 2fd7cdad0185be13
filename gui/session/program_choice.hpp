// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the user's choices for the program view.
#pragma once

#include <string>

namespace tessera::gui {

struct ProgramChoice {
    std::string wishes;            ///< what-if layouts: see layout_with; empty: the job as it is
    std::string operation = "1ns"; ///< time of one operation of work
    friend bool operator==(ProgramChoice const&, ProgramChoice const&) = default;
};

} // namespace tessera::gui
