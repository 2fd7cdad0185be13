// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arrays that fit memory, read and written as a whole by one rank.
#pragma once

#include "libcore/runtime/store/array_format.hpp"
#include "libcore/runtime/store/array_notes.hpp"
#include "libcore/runtime/store/stored_array.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera {

// Arrays of at most one dimension, in one file. Failures of the system and of HDF5 throw.

/// All elements, in this machine's byte order.
[[nodiscard]] std::vector<std::byte> all_elements(StoredArray const& array);
/// Writes all elements, which are in this machine's byte order, to where the array's bytes have places.
void write_all(StoredArray const& array, std::span<std::byte const> elements);

/// Adds the coordinate of a dimension, an array of one dimension of that file, to the companions; without its notes, which it
/// returns a place for. Null: it is none, or cannot be read, or is very long; then it is among what is lost.
[[nodiscard]] ArrayNotes* add_coordinate(Companions& beside, FileName const& file, std::string const& dim);

} // namespace tessera
