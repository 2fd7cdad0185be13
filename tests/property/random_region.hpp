// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random regions, and the oracle that tries every element.
#pragma once

#include "libcore/mapping/array_spec.hpp"
#include "libcore/spec/region_statement.hpp"

#include <span>
#include <vector>

namespace tessera::oracle {

/// A region of an array of one to four dimensions, with up to two parameters and their values: strides, bounds that depend on other
/// subscripts and on parameters, one more dummy now and then. Every dummy is bounded.
struct RandomRegion {
    ArraySpec array;
    RegionStatement statement;
    std::vector<Index> values;
};
[[nodiscard]] RandomRegion random_region();

/// Is the element (0-based) touched? Tries every value of dummies that stand in no subscript, from -most to most.
[[nodiscard]] bool is_touched(RandomRegion const& region, std::span<Index const> index);
inline constexpr Index most_free_dummy = 8;

} // namespace tessera::oracle
