// SPDX-License-Identifier: BSD-3-Clause
// Tessera: boxes of an array whose elements are wrong or cannot be read.
#include "libcore/files/copy/damage.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

namespace {

/// Returns whether `next` continues `box` along exactly one dimension.
bool continues(std::vector<Run> const& box, std::vector<Run> const& next) {
    int differ = 0;
    bool touch = false;
    for (std::size_t d = 0; d < box.size(); ++d) {
        if (box[d] == next[d]) continue;
        ++differ;
        touch = box[d].end == next[d].begin;
    }
    return differ == 1 && touch;
}

} // namespace

std::vector<Run> box_around(std::vector<std::vector<Run>> const& boxes) {
    std::vector<Run> all = boxes.front();
    for (std::vector<Run> const& box : boxes)
        for (std::size_t d = 0; d < all.size(); ++d)
            all[d] = {std::min(all[d].begin, box[d].begin), std::max(all[d].end, box[d].end)};
    return all;
}

void add_damage(std::vector<Damage>& damage, Damage next) {
    if (damage.empty() || !continues(damage.back().box, next.box)) return damage.push_back(std::move(next));
    for (std::size_t d = 0; d < next.box.size(); ++d) damage.back().box[d].end = next.box[d].end;
    for (FileExtent& bytes : next.bytes) add_extent(damage.back().bytes, std::move(bytes));
}

} // namespace tessera
