// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Zarr stores and arrays in the making.
#pragma once

#include "libcore/files/store/new_array.hpp"
#include "libcore/files/store/output_file.hpp"
#include "libcore/files/store/zarr/zarr_array.hpp"

#include <memory>
#include <string>
#include <vector>

namespace tessera {

/// Returns the array in a directory of chunks, for reading and, if `written`, for writing. `name`: for messages.
[[nodiscard]] StoredArray stored_zarr(std::string const& name, std::string const& directory, ZarrArray const& array, bool written);

/// Prepares a store of these arrays, by their dataset names, or one array that is itself the store. place.path may lie within an
/// existing store. Errors: types, chunks or filters that Zarr lacks; a store of another version.
[[nodiscard]] Result<std::unique_ptr<OutputFile>> zarr_output(OutputPath const& place, std::vector<NewArray> arrays);

} // namespace tessera
