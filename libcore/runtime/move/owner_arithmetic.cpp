// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the owner of an element by arithmetic alone, as a compiler without array sections generates it.
#include "libcore/runtime/move/owner_arithmetic.hpp"

#include <utility>

namespace tessera {

OwnerTerm::OwnerTerm(DimMapping dim, Index distance) : dim_(std::move(dim)), distance_(distance) {
    auto const blocks = block_cyclic_of(*dim_);
    divides_ = blocks.has_value();
    if (!divides_) return;
    bool const ascends = blocks->step > 0;
    block_ = blocks->block;
    coords_ = blocks->coords;
    lead_ = blocks->offset + (ascends ? blocks->first : coords_ - 1 - blocks->first) * block_;
    if (ascends) return;
    base_ = distance_ * (coords_ - 1);
    distance_ = -distance_;
}

OwnerArithmetic::OwnerArithmetic(Mapping const& mapping) : mapping_(mapping), grid_(mapping.grid()) {
    Extents coords(as_size(mapping.dims()), 0);
    for (Index copy = 0; copy < mapping.replicas(); ++copy) bases_.push_back(mapping.position_of(coords, copy));
    for (int d = 0; d < mapping.dims(); ++d) {
        terms_.emplace_back();
        if (mapping.dim(d).coords() == 1) continue;
        coords[as_size(d)] = 1;
        terms_.back() = OwnerTerm(mapping.dim(d), mapping.position_of(coords, 0) - bases_.front());
        coords[as_size(d)] = 0;
    }
}

std::optional<Index> OwnerArithmetic::part_of(Rank rank) const {
    auto const position = grid_.position(rank);
    if (!position || !mapping_.holds(*position)) return std::nullopt;
    return *position - bases_[as_size(mapping_.replica(*position))];
}

} // namespace tessera
