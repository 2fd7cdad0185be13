// SPDX-License-Identifier: BSD-3-Clause
// Tessera: boxes of an array whose elements are not what they should be.
#include "libcore/runtime/file_copy/damage.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace tessera {

namespace {

/// Does `next` go on where `box` ends, along one dimension?
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

std::string region_text(std::vector<Run> const& box, StoredShape const& shape) {
    bool const c = shape.permutation.size() < 2 || shape.permutation.front() != 0;
    std::vector<std::string> ranges;
    for (Run const run : box)
        ranges.push_back(c ? fmt::format("{}:{}", run.begin, run.end) : fmt::format("{}:{}", run.begin + 1, run.end));
    return c ? fmt::format("[{}]", fmt::join(ranges, "][")) : fmt::format("({})", fmt::join(ranges, ","));
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
}

std::string damage_text(std::vector<Damage> const& damage, std::string const& array, StoredShape const& shape, std::size_t most) {
    std::string text;
    for (std::size_t i = 0; i < std::min(damage.size(), most); ++i)
        text += fmt::format("{}{}{}: {}", damage_lead, array, region_text(damage[i].box, shape), damage[i].what);
    if (damage.size() > most) text += fmt::format("{}and {} more like these", damage_lead, damage.size() - most);
    return text;
}

} // namespace tessera
