// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a mapping specification must satisfy before anything is derived from it.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/dim_mapping.hpp"
#include "libcore/mapping/mapping_spec.hpp"
#include "libcore/mapping/processors.hpp"

namespace tessera::detail {

/// The template of a specification; an array without one is its own template, aligned with itself.
[[nodiscard]] Template template_of(MappingSpec const& spec);
[[nodiscard]] AlignAxis align_axis(MappingSpec const& spec, int template_dim);

/// The number of elements. Errors: not 1..max_dims dimensions, negative extents, bounds or bytes (shadow included) that do not fit
/// 64 bits, shadow widths negative or not one per dimension.
[[nodiscard]] Result<Index> check_array(ArraySpec const& array);

/// Errors: a template with bad extents; not one align subscript and one format per template dimension.
[[nodiscard]] Result<void> check_template(MappingSpec const& spec);

/// Errors: an array dimension named twice or unknown, stride 0, a position outside the template.
[[nodiscard]] Result<void> check_alignment(MappingSpec const& spec);

/// Errors of MappingSpec::leading: there is a template; some coordinate stores more in the fastest dimension; an allocation that
/// does not fit 64 bits.
/// Are lines `leading` elements apart long enough for the `stored` elements of the fastest dimension?
[[nodiscard]] Result<void> check_lines(ArraySpec const& array, std::size_t fastest, Index leading, Index stored);
[[nodiscard]] Result<void> check_leading(MappingSpec const& spec, std::vector<DimMapping> const& dims);

/// Error: the distributed dimensions are not as many as the dimensions of the processor grid.
[[nodiscard]] Result<void> check_distribution(MappingSpec const& spec, ProcessorGrid const& grid);

} // namespace tessera::detail
