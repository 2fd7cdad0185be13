// SPDX-License-Identifier: BSD-3-Clause
// Tessera: datasets of HDF5 files as a copy reads and writes them: by the places of their bytes.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/store/stored_array.hpp"

#include <string>

namespace tessera {

/// Not collective: every rank opens the file for itself. Where bytes have places (contiguous, or chunks without filters) it tells
/// them; else HDF5 reads. Elements are taken as they are, of any type without parts elsewhere. `order`: how the array's dimensions
/// are counted; HDF5's are C's.
/// Errors: no such file, no HDF5 file, no such dataset; strings of any length, references and the like.
[[nodiscard]] Result<StoredArray> open_hdf5_array(std::string const& path, std::string const& dataset, StorageOrder order);

/// The dataset that is meant where none is named: the only one, dimension scales aside. Errors: no HDF5 file; several (it lists
/// them), or none.
[[nodiscard]] Result<std::string> only_dataset(std::string const& path);

} // namespace tessera
