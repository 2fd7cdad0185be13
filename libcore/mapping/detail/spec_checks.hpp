// SPDX-License-Identifier: BSD-3-Clause
// Tessera: checks of a mapping specification before a mapping is derived from it.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/dim_groups.hpp"
#include "libcore/mapping/dim_mapping.hpp"
#include "libcore/mapping/mapping_spec.hpp"
#include "libcore/mapping/processors.hpp"

namespace tessera::detail {

/// Returns the template of a specification. An array without a template is its own template, aligned with the identity.
[[nodiscard]] Template template_of(MappingSpec const& spec);
[[nodiscard]] AlignAxis align_axis(MappingSpec const& spec, int template_dim);

/// Checks the array and returns its number of elements. Errors: not 1..max_dims dimensions; negative extents; bounds or bytes
/// (shadow included) that do not fit 64 bits; shadow widths that are negative or not one per dimension.
[[nodiscard]] Result<Index> check_array(ArraySpec const& array);

/// Checks the template. Errors: bad extents; not one align subscript and one format per template dimension.
[[nodiscard]] Result<void> check_template(MappingSpec const& spec);

/// Checks the alignment. Errors: an array dimension named twice or unknown, stride 0, a position outside the template.
[[nodiscard]] Result<void> check_alignment(MappingSpec const& spec);

/// Checks that lines `leading` elements apart have room for the `stored` elements of the fastest dimension.
[[nodiscard]] Result<void> check_lines(ArraySpec const& array, std::size_t fastest, Index leading, Index stored);
/// Checks MappingSpec::leading. Errors: there is a template; some coordinate stores more in the fastest dimension; the allocation
/// does not fit 64 bits.
[[nodiscard]] Result<void> check_leading(MappingSpec const& spec, std::vector<DimMapping> const& dims);

/// Checks that a rank stores its part of each group of dimensions without gaps. Errors: a group of several dimensions has shadow,
/// or padding between its lines.
[[nodiscard]] Result<void> check_gapless(MappingSpec const& spec, DimGroups const& groups);

/// Checks the distribution. Error: the number of distributed dimensions is not the number of dimensions of the processor grid.
[[nodiscard]] Result<void> check_distribution(MappingSpec const& spec, ProcessorGrid const& grid);

} // namespace tessera::detail
