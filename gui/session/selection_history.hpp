// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what was selected before, to go back to, and forward again.
#pragma once

#include "gui/session/selection.hpp"

#include <vector>

namespace tessera::gui {

/// As in a browser: a new selection forgets those that were gone back from. Playing steps makes no history: selections that differ
/// in nothing but the step are one.
class SelectionHistory {
  public:
    /// Of another job.
    void clear(Selection const& selection);
    /// Of another schedule, with so many steps: links and later steps of the old one mean nothing in it.
    void fit(int steps);
    /// The person has selected this. The oldest are forgotten.
    void add(Selection const& selection);
    [[nodiscard]] bool canGo(int by) const; ///< -1: back, 1: forward
    /// Precondition: canGo(by).
    [[nodiscard]] Selection const& go(int by);

  private:
    std::vector<Selection> selections_{Selection{}};
    int place_ = 0; ///< of the one that is current
};

} // namespace tessera::gui
