// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the history of the visible parts of a picture.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace tessera::gui {

/// Movements within this time count as one, because one turn of the wheel sends many events.
inline constexpr long long oneMovementMs = 600;

/// Previous and next views, like the pages in a browser.
template <class Place>
class ZoomHistory {
  public:
    /// Call this before a movement with the current view; `now` is in milliseconds.
    void leave(Place const& place, long long now) {
        bool const goesOn = last_ && now - *last_ < oneMovementMs;
        last_ = now;
        if (goesOn) return;
        before_.push_back(place);
        if (before_.size() > most) before_.erase(before_.begin());
        after_.clear();
    }
    /// Returns the previous view; nothing if there is none.
    std::optional<Place> back(Place const& here) { return step(before_, after_, here); }
    std::optional<Place> forward(Place const& here) { return step(after_, before_, here); }
    void clear() {
        before_.clear();
        after_.clear();
        last_.reset();
    }

  private:
    static constexpr std::size_t most = 64;

    std::optional<Place> step(std::vector<Place>& from, std::vector<Place>& to, Place const& here) {
        last_.reset();
        if (from.empty()) return std::nullopt;
        Place const place = from.back();
        from.pop_back();
        to.push_back(here);
        return place;
    }

    std::vector<Place> before_;
    std::vector<Place> after_;
    std::optional<long long> last_; ///< time of the last movement
};

} // namespace tessera::gui
