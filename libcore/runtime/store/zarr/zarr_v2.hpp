// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Zarr's metadata of version 2.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/store/zarr/zarr_array.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tessera {

// The texts are strict JSON; errors do not name the file.

/// What ".zarray" says. Errors: no JSON, what is missing, contradicts itself or is not known here.
[[nodiscard]] Result<ZarrArray> parse_zarray(std::string_view text);
[[nodiscard]] std::string zarray_text(ZarrArray const& array);

/// The names of the dimensions that ".zattrs" says, as xarray writes them; none where it does not say as many as there are.
[[nodiscard]] std::vector<std::string> dim_names_of(std::string_view attributes, std::size_t dims);
/// ".zattrs" with these names in place of those it has; `attributes`: another array's, or empty.
[[nodiscard]] std::string zattrs_text(std::string_view attributes, std::vector<std::string> const& dim_names);

/// What every version has in common: extents and chunk, as they are written. Errors: lengths that no array has.
[[nodiscard]] Result<void> check_zarr_shape(ZarrArray const& array);

} // namespace tessera
