// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what is asked of a program.
#pragma once

#include <string>

namespace tessera::gui {

struct ProgramChoice {
    std::string wishes;            ///< what if: see layout_with; empty: the job as it is
    std::string operation = "1ns"; ///< what one operation of work takes
    friend bool operator==(ProgramChoice const&, ProgramChoice const&) = default;
};

} // namespace tessera::gui
