// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the array a copy reads, whatever its files.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/array_spec.hpp"
#include "libcore/runtime/store/file_name.hpp"
#include "libcore/runtime/store/stored_array.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// What a raw file cannot say about itself.
struct RawArray {
    ElementType type;
    Extents extents;
    StorageOrder order = StorageOrder::C;
    Index begin = 0; ///< bytes in front of the first element
};

/// Every rank for itself. `for_hdf5`: the elements go to another HDF5 file, which knows what their bytes mean.
/// Errors: the file is missing, or is not what its name, its header or `raw` says; elements that the target cannot mean.
[[nodiscard]] Result<StoredArray> open_source(FileName const& file, std::optional<RawArray> const& raw, bool for_hdf5);

/// All files that hold something of an array: its file, files that this one refers to, a manifest's files. Whatever cannot be read
/// now is left out.
[[nodiscard]] std::vector<std::string> files_of(FileName const& file);

} // namespace tessera
