// SPDX-License-Identifier: BSD-3-Clause
// Tessera: metadata of Zarr version 2.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/store/zarr/zarr_array.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tessera {

// The texts are strict JSON; errors do not name the file.

/// Parses ".zarray". Errors: invalid JSON; missing, contradictory or unknown entries.
[[nodiscard]] Result<ZarrArray> parse_zarray(std::string_view text);
[[nodiscard]] std::string zarray_text(ZarrArray const& array);

/// Returns the names of the dimensions in ".zattrs", as xarray writes them. Empty if their number differs from `dims`.
[[nodiscard]] std::vector<std::string> dim_names_of(std::string_view attributes, std::size_t dims);
/// Returns ".zattrs" with these dimension names instead of its own. `attributes`: those of another array, or empty.
[[nodiscard]] std::string zattrs_text(std::string_view attributes, std::vector<std::string> const& dim_names);

/// Checks the extents and the chunk of an array of any version. Errors: invalid lengths.
[[nodiscard]] Result<void> check_zarr_shape(ZarrArray const& array);

} // namespace tessera
