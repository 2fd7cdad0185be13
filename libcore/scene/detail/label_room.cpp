// SPDX-License-Identifier: BSD-3-Clause
// Tessera: where in a picture there is room for a label.
#include "libcore/scene/detail/label_room.hpp"

#include <algorithm>
#include <cmath>

namespace tessera::detail {
namespace {

constexpr double square = 32;

bool touch(LabelRoom::Box const& a, LabelRoom::Box const& b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

} // namespace

template <class Visit>
void LabelRoom::for_each_square(Box const& box, Visit const& visit) {
    auto const number = [](double at) { return static_cast<int>(std::floor(at / square)); };
    for (int row = number(box.y); row <= number(box.y + box.height); ++row)
        for (int column = number(box.x); column <= number(box.x + box.width); ++column) visit(std::pair(row, column));
}

void LabelRoom::take(Box const& box) {
    for_each_square(box, [this](std::pair<int, int> at) { squares_[at].push_back(boxes_.size()); });
    boxes_.push_back(box);
}

bool LabelRoom::take_if_free(Box const& box) {
    bool free = true;
    for_each_square(box, [&](std::pair<int, int> at) {
        auto const found = squares_.find(at);
        if (found == squares_.end()) return;
        free = free && std::ranges::none_of(found->second, [&](std::size_t other) { return touch(box, boxes_[other]); });
    });
    if (free) take(box);
    return free;
}

} // namespace tessera::detail
