// SPDX-License-Identifier: BSD-3-Clause
// Tessera: datasets of HDF5 files as a copy reads and writes them: by the places of their bytes.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/store/stored_array.hpp"

#include <hdf5.h>
#include <string>

namespace tessera {

/// Which elements are wanted.
enum class Hdf5Elements {
    AsStored, ///< their bytes as they are, of any type without parts elsewhere: for another HDF5 file
    Known,    ///< what others than HDF5 understand, too: numbers with unused bits are converted
    Texts     ///< the same, and texts of any length (StoredArray::texts)
};

/// Not collective: every rank opens the file for itself. Where bytes have places (contiguous, or chunks without filters) it tells
/// them; else HDF5 reads. `order`: how the array's dimensions are counted; HDF5's are C's.
/// Errors: no such file, no HDF5 file, no such dataset; texts of any length unless they are wanted, references and the like; a
/// dataset without a shape; Known: bytes that nobody else understands.
[[nodiscard]] Result<StoredArray> open_hdf5_array(std::string const& path, std::string const& dataset, StorageOrder order,
                                                  Hdf5Elements elements);

/// The same array as it is stored, without the names of its dimensions: these take a visit of the whole file, each time that
/// it is opened anew.
[[nodiscard]] Result<StoredArray> open_hdf5_target(std::string const& path, std::string const& dataset, StorageOrder order);

/// What a dataset that is open says of its elements (as Hdf5Elements::Texts) and dimensions, without files and places.
[[nodiscard]] Result<StoredArray> hdf5_description(hid_t set, std::string const& path, std::string const& dataset,
                                                   StorageOrder order);

/// The dataset that is meant where none is named: the only one, dimension scales aside. Errors: no HDF5 file; several (it lists
/// them), or none.
[[nodiscard]] Result<std::string> only_dataset(std::string const& path);

} // namespace tessera
