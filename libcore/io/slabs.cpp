// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an out-of-core local array cut into slabs that fit in memory (Thakur 5.4 and 5.5).
#include "libcore/io/slabs.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/require.hpp"
#include "libcore/base/units.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace tessera {

Result<Slabs> Slabs::make(Extents ocla, std::vector<int> permutation, std::vector<ShadowWidth> shadow, Index icla_elements) {
    Slabs slabs;
    slabs.ocla_ = std::move(ocla);
    slabs.permutation_ = std::move(permutation);
    slabs.shadow_ = std::move(shadow);
    slabs.shape_.assign(slabs.ocla_.size(), 1);
    Index constexpr too_many = std::numeric_limits<Index>::max();
    Index needed = 1; // elements for one index in every dimension, with the shadow
    for (std::size_t d = 0; d < slabs.ocla_.size(); ++d)
        needed = checked_mul(needed, 1 + slabs.shadow(d).low + slabs.shadow(d).high).value_or(too_many);
    if (needed > icla_elements)
        return fail(fmt::format("a slab of one index with its shadow has {}, and only {} fit in memory", counted(needed, "element"),
                                icla_elements));
    for (int const dim : slabs.permutation_) {
        auto const d = as_size(dim);
        ShadowWidth const around = slabs.shadow(d);
        Index const others = needed / (1 + around.low + around.high);
        Index const fitting = icla_elements / others - around.low - around.high;
        slabs.cut_ = d;
        slabs.shape_[d] = std::clamp<Index>(fitting, 1, std::max<Index>(1, slabs.ocla_[d]));
        needed = others * (slabs.shape_[d] + around.low + around.high);
        if (slabs.shape_[d] < slabs.ocla_[d]) break;
    }
    for (std::size_t d = 0; d < slabs.ocla_.size(); ++d) slabs.count_ *= ceil_div(slabs.ocla_[d], slabs.shape_[d]);
    return slabs;
}

std::vector<Run> Slabs::box(Index k) const {
    require(0 <= k && k < count_, "Slabs::box: there is no slab of this number");
    std::vector<Run> box(ocla_.size());
    for (int const dim : permutation_) {
        auto const d = as_size(dim);
        Index const blocks = ceil_div(ocla_[d], shape_[d]);
        Index const begin = k % blocks * shape_[d];
        box[d] = {begin, std::min(begin + shape_[d], ocla_[d])};
        k /= blocks;
    }
    return box;
}

std::vector<Run> Slabs::with_shadow(Index k) const {
    std::vector<Run> box = this->box(k);
    for (std::size_t d = 0; d < box.size(); ++d) {
        box[d].begin -= shadow(d).low;
        box[d].end += shadow(d).high;
    }
    return box;
}

std::vector<Run> Slabs::fresh(Index k) const {
    std::vector<Run> box = with_shadow(k);
    if (k == 0 || box.empty() || box[cut_].begin == -shadow(cut_).low) return box;
    box[cut_].begin = std::min(with_shadow(k - 1)[cut_].end, box[cut_].end);
    return box;
}

} // namespace tessera
