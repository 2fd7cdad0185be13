// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the same memory seen as arrays of different shapes.
#include "libcore/mapping/shape_alias.hpp"

#include "libcore/mapping/local_layout.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera {
namespace {

Index elements_on(Mapping const& mapping, Rank rank) {
    auto const position = mapping.grid().position(rank);
    return position ? mapping.owned_count(*position) : 0;
}

/// Returns whether the elements of a rank are contiguous from the start of its allocation.
bool is_gapless(Mapping const& mapping, Rank rank) {
    if (elements_on(mapping, rank) == 0) return true;
    LocalLayout const layout(mapping, *mapping.grid().position(rank));
    Index stride = 1;
    for (int const d : layout.permutation()) {
        Index const extent = layout.local_shape()[as_size(d)];
        if (extent > 1 && layout.strides()[as_size(d)] != stride) return false;
        stride *= extent;
    }
    return layout.first_offset() == 0;
}

} // namespace

Result<Mapping> linear_alias(Mapping const& mapping) {
    ArraySpec const& array = mapping.array();
    if (mapping.replicas() > 1) return fail(fmt::format("{} is kept in copies: its elements are not in one order", array.name));
    std::vector<Index> sizes;
    std::vector<Rank> ranks;
    Index sum = 0;
    for (Index position = 0; position < mapping.grid().size(); ++position) {
        sizes.push_back(mapping.owned_count(position));
        ranks.push_back(mapping.grid().rank(position));
        sum += sizes.back();
    }
    if (sum == 0) return fail(fmt::format("{} has no elements", array.name));
    MappingSpec spec;
    spec.array = array;
    spec.array.lower = {0};
    spec.array.extents = {sum};
    spec.array.shadow.clear();
    spec.processors.lower = {0};
    spec.processors.extents = {std::ssize(ranks)};
    spec.processors.ranks = std::move(ranks);
    spec.formats = {DistFormat::gen_block(std::move(sizes))};
    return Mapping::make(std::move(spec));
}

Index first_of_alias(Mapping const& mapping, Index position) {
    Index sum = 0;
    for (Index before = 0; before < position; ++before) sum += mapping.owned_count(before);
    return sum;
}

Result<void> check_alias(Mapping const& one, Mapping const& other) {
    if (one.array().type.bytes != other.array().type.bytes)
        return fail(fmt::format("elements of {} have {} bytes, and of {} {}", one.array().name, one.array().type.bytes,
                                other.array().name, other.array().type.bytes));
    Rank const last = std::max(one.grid().max_rank(), other.grid().max_rank());
    for (Rank rank = 0; rank <= last; ++rank) {
        Index const here = elements_on(one, rank);
        Index const there = elements_on(other, rank);
        if (here != there)
            return fail(fmt::format("rank {} has {} elements of {}, and {} of {}", rank, here, one.array().name, there,
                                    other.array().name));
        for (Mapping const* each : {&one, &other})
            if (!is_gapless(*each, rank))
                return fail(fmt::format("the elements of {} on rank {} have gaps between them", each->array().name, rank));
    }
    return {};
}

} // namespace tessera
