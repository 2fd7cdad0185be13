// SPDX-License-Identifier: BSD-3-Clause
// Tessera: where in a picture there is room for a label.
#include "libcore/scene/detail/label_room.hpp"

#include <algorithm>
#include <cmath>

namespace tessera::detail {
namespace {

constexpr double square = 32;

std::uint64_t key_of(int row, int column) {
    return std::uint64_t{static_cast<std::uint32_t>(row)} << 32 | static_cast<std::uint32_t>(column);
}

bool touch(LabelRoom::Box const& a, LabelRoom::Box const& b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

} // namespace

template <class Visit>
void LabelRoom::for_each_square(Box const& box, Visit const& visit) {
    auto const number = [](double at) { return static_cast<int>(std::floor(at / square)); };
    for (int row = number(box.y); row <= number(box.y + box.height); ++row)
        for (int column = number(box.x); column <= number(box.x + box.width); ++column) visit(key_of(row, column));
}

void LabelRoom::take(Box const& box) {
    for_each_square(box, [&](std::uint64_t at) { squares_[at].push_back(box); });
}

bool LabelRoom::take_if_free(Box const& box) {
    bool free = true;
    for_each_square(box, [&](std::uint64_t at) {
        auto const found = squares_.find(at);
        if (found == squares_.end()) return;
        free = free && std::ranges::none_of(found->second, [&](Box const& other) { return touch(box, other); });
    });
    if (free) take(box);
    return free;
}

} // namespace tessera::detail
