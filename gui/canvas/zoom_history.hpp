// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which parts of a picture were looked at, to go back to.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace tessera::gui {

/// Movements that follow one another within this time are one: a turn of the wheel is many events.
inline constexpr long long oneMovementMs = 600;

/// What is looked at, before and after, as a browser keeps pages.
template <class Place>
class ZoomHistory {
  public:
    /// To be called before a movement, with the place that it leaves; `now` counts milliseconds.
    void leave(Place const& place, long long now) {
        bool const goesOn = last_ && now - *last_ < oneMovementMs;
        last_ = now;
        if (goesOn) return;
        before_.push_back(place);
        if (before_.size() > most) before_.erase(before_.begin());
        after_.clear();
    }
    /// Where to go from here; nothing where there was nothing.
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
    std::optional<long long> last_; ///< when the last movement was
};

} // namespace tessera::gui
