// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the history of selections, for going back and forward.
#pragma once

#include "gui/session/selection.hpp"

#include <vector>

namespace tessera::gui {

/// The selections before and after the current one, as a browser keeps pages. A new selection discards the later ones. Selections
/// that differ only in the step count as one, so playing adds no history.
class SelectionHistory {
  public:
    /// Starts the history of another job.
    void clear(Selection const& selection);
    /// Adapts to another schedule with this number of steps: removes links and later steps, which are invalid in it.
    void fit(int steps);
    /// Adds a selection of the user. Discards the oldest above the limit.
    void add(Selection const& selection);
    [[nodiscard]] bool canGo(int by) const; ///< -1: back, 1: forward
    /// Moves in the history and returns the selection there. Precondition: canGo(by).
    [[nodiscard]] Selection const& go(int by);

  private:
    std::vector<Selection> selections_{Selection{}};
    int place_ = 0; ///< index of the current one
};

} // namespace tessera::gui
