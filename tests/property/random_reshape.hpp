// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random reshapes, every one of them legal, and the linear order of an array's elements.
#pragma once

#include "libcore/mapping/copy_map.hpp"
#include "libcore/mapping/mapping.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/set_oracle.hpp"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace tessera::oracle {

/// Returns the index of the element at a position of the linear order, which is the array's own storage order.
inline Extents index_in_order(ArraySpec const& array, Index position) {
    Extents index(array.extents.size());
    for (std::size_t k = 0; k < index.size(); ++k) {
        std::size_t const d = array.order == StorageOrder::Fortran ? k : index.size() - 1 - k;
        index[d] = position % array.extents[d];
        position /= array.extents[d];
    }
    return index;
}

/// Factors of a number in random order, some of them multiplied, with a few ones in between.
inline Extents random_factors(Index number, std::size_t most) {
    Extents factors;
    for (Index const prime : {2, 3, 5, 7})
        for (; number % prime == 0; number /= prime) factors.push_back(prime);
    if (one_in(3)) factors.push_back(1);
    Extents shuffled;
    for (Index const k : random_order(std::ssize(factors))) shuffled.push_back(factors[static_cast<std::size_t>(k)]);
    auto const wanted = static_cast<std::size_t>(between(1, static_cast<Index>(most)));
    while (shuffled.size() > wanted) {
        auto const k = static_cast<std::size_t>(between(1, std::ssize(shuffled) - 1));
        shuffled[k - 1] *= shuffled[k];
        shuffled.erase(shuffled.begin() + static_cast<std::ptrdiff_t>(k));
    }
    if (shuffled.empty()) shuffled.push_back(1);
    return shuffled;
}

inline MappingSpec random_shaped_side(Extents const& extents, std::string name, Rank ranks) {
    MappingSpec spec = random_mapping_spec(extents, ranks);
    spec.array.name = std::move(name);
    spec.array.type = {"int64", 8};
    spec.array.order = one_in(2) ? StorageOrder::C : StorageOrder::Fortran;
    return spec;
}

/// Adds shadow and padded lines where a reshape permits them: to dimensions that stay alone.
inline void add_gaps(MappingSpec& spec, DimGroups const& groups) {
    bool const shadow = one_in(3);
    for (int const dims : groups) {
        for (int k = 0; shadow && k < dims; ++k)
            spec.array.shadow.push_back(dims == 1 ? ShadowWidth{between(0, 2), between(0, 2)} : ShadowWidth{});
    }
    bool const fortran = spec.array.order == StorageOrder::Fortran;
    if (spec.target || (fortran ? groups.front() : groups.back()) > 1 || !one_in(3)) return;
    spec.leading = (fortran ? spec.array.extents.front() : spec.array.extents.back()) + between(4, 7); // shadow needs at most 4
}

struct RandomReshape {
    Mapping source;
    Mapping target;
    CopyMap map;
};

/// One to five dimensions on each side, on ranks below `ranks`. Now and then the arrays have no elements.
inline RandomReshape random_reshape(Rank ranks) {
    constexpr std::array<Index, 10> numbers = {1, 7, 12, 16, 24, 30, 36, 48, 64, 120};
    Index const number = numbers[static_cast<std::size_t>(between(0, std::ssize(numbers) - 1))];
    bool const empty = one_in(40);
    MappingSpec source = random_shaped_side(empty ? Extents{0, between(1, 3)} : random_factors(number, 5), "A", ranks);
    MappingSpec target = random_shaped_side(empty ? Extents{between(1, 3), 2, 0} : random_factors(number, 5), "B", ranks);
    CopyMap map = CopyMap::reshape(source.array, target.array).value();
    add_gaps(source, map.source_groups);
    add_gaps(target, map.target_groups);
    return {Mapping::make(source).value(), Mapping::make(target).value(), std::move(map)};
}

} // namespace tessera::oracle
