// SPDX-License-Identifier: BSD-3-Clause
// Tessera: splits sections of out-of-core arrays into pieces that fit in memory.
#include "libcore/files/ooc/section_pieces.hpp"

#include "libcore/files/ooc/local_indices.hpp"
#include "libcore/io/slabs.hpp"

#include <algorithm>

namespace tessera {

std::vector<BoxSet> pieces_of(BoxSet const& section, std::vector<int> const& permutation, Index elements) {
    std::vector<BoxSet> pieces;
    auto const slabs =
        Slabs::make(section.shape(), permutation, {}, std::max<Index>(1, elements)).value(); // one element always fits
    for (Index k = 0; k < slabs.count(); ++k) {
        std::vector<PeriodicSet> dims;
        auto const ordinals = slabs.box(k);
        for (std::size_t d = 0; d < ordinals.size(); ++d) {
            PeriodicSet const& set = section.dims()[d];
            dims.push_back(set.clipped({set.element(ordinals[d].begin), set.element(ordinals[d].end - 1) + 1}));
        }
        pieces.emplace_back(std::move(dims));
    }
    return pieces;
}

BoxSet local_section(BoxSet const& owned, BoxSet const& global) {
    std::vector<PeriodicSet> dims;
    for (std::size_t d = 0; d < global.dims().size(); ++d) dims.push_back(local_indices(owned.dims()[d], global.dims()[d]));
    return BoxSet(std::move(dims));
}

} // namespace tessera
