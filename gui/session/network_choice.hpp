// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what is looked at of the network.
#pragma once

#include <string>

namespace tessera::gui {

struct NetworkChoice {
    bool allSteps = false; ///< what links carry over the whole schedule, not in one step
    int percent = 0;       ///< of the step's time that has passed: its messages are seen in motion; 0: what it puts on links
    std::string beside{};  ///< a second algorithm, drawn beside the first; empty: none
    friend bool operator==(NetworkChoice const&, NetworkChoice const&) = default;
};

} // namespace tessera::gui
