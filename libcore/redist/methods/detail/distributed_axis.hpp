// SPDX-License-Identifier: BSD-3-Clause
// Tessera: mappings split by processor dimension, and assembled again.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/redist/redist_plan.hpp"

#include <optional>
#include <vector>

namespace tessera::detail {

/// The distribution over one processor dimension: a template dimension, its alignment with the array, and the format.
struct DistributedAxis {
    Index lower = 1;
    Index extent = 0;
    AlignAxis align;
    DistFormat format;
    friend bool operator==(DistributedAxis const&, DistributedAxis const&) = default;

    /// Returns the array dimension that follows this processor dimension, or nothing (a fixed position, copies).
    [[nodiscard]] std::optional<int> array_dim() const;
    /// Returns the strand of a format that applies to array dimension `dim` directly.
    [[nodiscard]] static DistributedAxis plain(ArraySpec const& array, int dim, DistFormat format);
};

/// Returns one strand for each dimension of the processor grid, in order.
[[nodiscard]] std::vector<DistributedAxis> distributed_axes_of(MappingSpec const& spec);

/// Returns the mapping with these strands, for the array of `grid` without shadow, on the processors of `grid`. The mapping has no
/// template if none is needed. Errors: as Mapping::make, for example two strands of one array dimension.
[[nodiscard]] Result<Mapping> mapping_of(MappingSpec const& grid, std::vector<DistributedAxis> const& distributed_axes);

/// Returns whether every axis names the same indices of the same dimension on both sides, and the bounds are equal.
[[nodiscard]] bool stays_in_place(RedistPlan const& plan);

/// Returns whether both grids have the same processors at the same coordinates.
[[nodiscard]] bool same_grid(ProcessorGrid const& a, ProcessorGrid const& b);

} // namespace tessera::detail
