// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arrays that fit in memory, read and written whole by one rank.
#pragma once

#include "libcore/files/store/array_format.hpp"
#include "libcore/files/store/array_notes.hpp"
#include "libcore/files/store/stored_array.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera {

// The arrays have at most one dimension and lie in one file. Failures of the system and of HDF5 throw.

/// Returns all elements in this machine's byte order.
[[nodiscard]] std::vector<std::byte> all_elements(StoredArray const& array);
/// Writes all elements, given in this machine's byte order. Requires that every chunk has an offset in the file.
void write_all(StoredArray const& array, std::span<std::byte const> elements);

/// Reads the coordinate of dimension `dim` (a one-dimensional array in that file) and adds it to `metadata` without its metadata.
/// Returns where the caller stores these. Returns null if it is already there, has not exactly one dimension, exceeds 16 MiB or
/// cannot be read; the last three are added to `lost`.
[[nodiscard]] ArrayNotes* add_coordinate(ArrayMetadata& metadata, FileName const& file, std::string const& dim);

} // namespace tessera
