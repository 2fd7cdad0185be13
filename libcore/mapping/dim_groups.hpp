// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an array in a shape where adjacent dimensions form one.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/array_spec.hpp"

#include <span>
#include <vector>

namespace tessera {

/// The number of adjacent dimensions in each group, in the order of the array's dimensions. Together they are all dimensions.
using DimGroups = std::vector<int>;

/// Returns the groups of two arrays with the same number of elements, as many as possible, so that corresponding groups have the
/// same number of elements. They correspond from the fastest group to the slowest. Precondition: the products of the extents are
/// equal and fit 64 bits.
struct GroupPair {
    DimGroups first;
    DimGroups second;
};
[[nodiscard]] GroupPair corresponding_groups(ArraySpec const& first, ArraySpec const& second);

/// Returns the extents of the groups. No groups: the extents themselves.
[[nodiscard]] Extents grouped_extents(std::span<Index const> extents, DimGroups const& groups);

/// Returns the array in the shape of the groups. A group of several dimensions has the default lower bound and no shadow.
[[nodiscard]] ArraySpec grouped_array(ArraySpec const& array, DimGroups const& groups);

/// Returns the 0-based index in the shape of the groups of an element whose 0-based index in the declared shape is given.
[[nodiscard]] Extents grouped_index(ArraySpec const& array, DimGroups const& groups, std::span<Index const> index);
/// Returns the 0-based index in the declared shape of an element whose 0-based index in the shape of the groups is given.
[[nodiscard]] Extents declared_index(ArraySpec const& array, DimGroups const& groups, std::span<Index const> index);

} // namespace tessera
