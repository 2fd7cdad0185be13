// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a region statement as a set of isl.
#pragma once

#include "libcore/mapping/array_spec.hpp"
#include "libcore/region/detail/isl_handles.hpp"
#include "libcore/spec/region_statement.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::isl {

/// One constraint over the columns of a set: its dimensions, then its parameters.
struct Row {
    std::vector<Index> dims; ///< coefficients; shorter: the rest is 0
    std::vector<Index> parameters;
    Index constant = 0;
    bool equal = false; ///< == 0, else >= 0
};

/// What a parameter of the job is called in isl, so that it never meets a coordinate or a loop of the same name; and back.
[[nodiscard]] std::string parameter_mark(std::string_view name);
[[nodiscard]] std::string without_marks(std::string_view text);

/// All points with so many dimensions, and these parameters.
[[nodiscard]] Set universe(IslContext const& context, std::size_t dims, std::span<std::string const> parameters);
[[nodiscard]] Set constrained(IslContext const& context, Set set, Row const& row);

/// The elements, as points (a1, ..., an) in the array's bounds, with the statement's parameters: also those that lie outside the
/// array, where the statement says nothing else.
[[nodiscard]] Set region_set(IslContext const& context, RegionStatement const& statement, ArraySpec const& array);
/// All elements of the array.
[[nodiscard]] Set array_set(IslContext const& context, ArraySpec const& array, std::span<std::string const> parameters);

} // namespace tessera::isl
