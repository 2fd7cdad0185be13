// SPDX-License-Identifier: BSD-3-Clause
// Tessera: mappings taken apart by processor dimension, and put together again.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/redist/redist_plan.hpp"

#include <optional>
#include <vector>

namespace tessera::detail {

/// What one processor dimension deals out: a template dimension, how the array lies on it, and the format.
struct Strand {
    Index lower = 1;
    Index extent = 0;
    AlignAxis align;
    DistFormat format;
    friend bool operator==(Strand const&, Strand const&) = default;

    /// The array dimension that follows it, or nothing (a fixed position, copies).
    [[nodiscard]] std::optional<int> array_dim() const;
    /// A format of array dimension `dim` itself.
    [[nodiscard]] static Strand plain(ArraySpec const& array, int dim, DistFormat format);
};

/// One for each dimension of the processor grid, in order.
[[nodiscard]] std::vector<Strand> strands_of(MappingSpec const& spec);

/// A mapping on the grid of `grid` with these strands, of its array without shadow. It is written without a template where one is
/// not needed. Errors: as Mapping::make, e.g. two strands of one array dimension.
[[nodiscard]] Result<Mapping> mapping_of(MappingSpec const& grid, std::vector<Strand> const& strands);

/// The plan redistributes an array: every axis names the same indices of the same dimension on both sides, whose bounds are equal.
[[nodiscard]] bool stays_in_place(RedistPlan const& plan);

/// The same processors at the same coordinates.
[[nodiscard]] bool same_grid(ProcessorGrid const& a, ProcessorGrid const& b);

} // namespace tessera::detail
