// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the user's choices for the network view.
#pragma once

#include <string>

namespace tessera::gui {

struct NetworkChoice {
    bool allSteps = false; ///< shows link loads of the whole schedule instead of one step
    int percent = 0;       ///< elapsed percentage of the step's time: shows moving messages; 0: shows the link loads of the step
    std::string beside{};  ///< second algorithm for comparison; empty: none
    friend bool operator==(NetworkChoice const&, NetworkChoice const&) = default;
};

} // namespace tessera::gui
