// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Zarr stores and arrays that are being made.
#pragma once

#include "libcore/runtime/store/new_array.hpp"
#include "libcore/runtime/store/output_file.hpp"
#include "libcore/runtime/store/zarr/zarr_array.hpp"

#include <memory>
#include <string>
#include <vector>

namespace tessera {

/// An array in the directory of its chunks, as a copy reads it; `written`: and writes it. `name`: for messages.
[[nodiscard]] StoredArray stored_zarr(std::string const& name, std::string const& directory, ZarrArray const& array, bool written);

/// A store of these arrays, by their names in it, or one array that is the store itself; place.path may lie within a store that is
/// there. Errors: types, chunks and filters that Zarr does not have; a store of another version.
[[nodiscard]] Result<std::unique_ptr<OutputFile>> zarr_output(OutputPlace const& place, std::vector<NewArray> arrays);

} // namespace tessera
