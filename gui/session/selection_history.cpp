// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the history of selections, for going back and forward.
#include "gui/session/selection_history.hpp"

#include <algorithm>

namespace tessera::gui {
namespace {

constexpr std::size_t most = 1000; // size limit of the history

/// Returns the selection without members that change during playback.
Selection withoutSteps(Selection selection) {
    selection.step = 0;
    selection.file.phase.reset();
    selection.comm.step.reset();
    return selection;
}

} // namespace

void SelectionHistory::clear(Selection const& selection) {
    selections_ = {selection};
    place_ = 0;
}

void SelectionHistory::fit(int steps) {
    for (Selection& each : selections_) {
        each.link.reset();
        each.step = std::clamp(each.step, 0, std::max(steps - 1, 0));
    }
}

void SelectionHistory::add(Selection const& selection) {
    Selection& current = selections_[as_size(place_)];
    if (withoutSteps(selection) == withoutSteps(current)) {
        current = selection;
        return;
    }
    selections_.resize(as_size(++place_));
    selections_.push_back(selection);
    if (selections_.size() <= most) return;
    selections_.erase(selections_.begin());
    --place_;
}

bool SelectionHistory::canGo(int by) const {
    return place_ + by >= 0 && place_ + by < static_cast<int>(selections_.size());
}

Selection const& SelectionHistory::go(int by) {
    place_ += by;
    return selections_[as_size(place_)];
}

} // namespace tessera::gui
