// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arrays whose elements are texts of any length.
#include "libcore/files/store/text_source.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/files/store/stored_array.hpp"
#include "libcore/io/slabs.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera {

namespace {

/// Returns an index as text. `number`: position of the element in the box, last dimension fastest.
std::string place_in(std::vector<Run> const& box, Index number) {
    Extents at(box.size());
    for (std::size_t d = box.size(); d-- > 0; number /= box[d].size()) at[d] = box[d].begin + number % box[d].size();
    return fmt::format("({})", fmt::join(at, ","));
}

} // namespace

std::optional<std::string> first_difference(TextSource& a, TextSource& b, Extents const& extents) {
    constexpr Index at_a_time = 4096;
    if (std::ranges::find(extents, 0) != extents.end()) return std::nullopt;
    auto const slabs = Slabs::make(extents, permutation_of(StorageOrder::C, extents.size()), {}, at_a_time).value();
    for (Index number = 0; number < slabs.count(); ++number) {
        auto const box = slabs.box(number);
        auto const ours = a.read(box);
        auto const [mine, theirs] = std::ranges::mismatch(ours, b.read(box));
        if (mine != ours.end()) return place_in(box, mine - ours.begin());
    }
    return std::nullopt;
}

} // namespace tessera
