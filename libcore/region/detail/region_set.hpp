// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a region statement as an isl set.
#pragma once

#include "libcore/mapping/array_spec.hpp"
#include "libcore/region/detail/isl_handles.hpp"
#include "libcore/spec/region_statement.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::isl {

/// One constraint over the dimensions of a set and its parameters.
struct Row {
    std::vector<Index> dims; ///< coefficients; missing ones are 0
    std::vector<Index> parameters;
    Index constant = 0;
    bool equal = false; ///< true: == 0, false: >= 0
};

/// Marks the name of a job's parameter for isl, so that it differs from all coordinates and loops; and removes the mark.
[[nodiscard]] std::string parameter_mark(std::string_view name);
[[nodiscard]] std::string without_marks(std::string_view text);

/// Returns the set of all points with this number of dimensions and these parameters.
[[nodiscard]] Set universe(IslContext const& context, std::size_t dims, std::span<std::string const> parameters);
[[nodiscard]] Set constrained(IslContext const& context, Set set, Row const& row);

/// Returns the elements as points (a1, ..., an) in the array's bounds, with the statement's parameters. Includes points outside the
/// array if the statement does not exclude them.
[[nodiscard]] Set region_set(IslContext const& context, RegionStatement const& statement, ArraySpec const& array);
/// Returns the set of all elements of the array.
[[nodiscard]] Set array_set(IslContext const& context, ArraySpec const& array, std::span<std::string const> parameters);

} // namespace tessera::isl
