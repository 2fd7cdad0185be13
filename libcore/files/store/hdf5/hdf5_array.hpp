// SPDX-License-Identifier: BSD-3-Clause
// Tessera: HDF5 datasets for reading and writing, by the file offsets of their bytes.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/store/stored_array.hpp"

#include <hdf5.h>
#include <string>

namespace tessera {

/// Elements that the caller can use.
enum class Hdf5Elements {
    AsStored, ///< stored bytes of any type without references to other data: for another HDF5 file
    Known,    ///< elements that other formats understand; numbers with unused bits are converted
    Texts     ///< as Known, and texts of any length (StoredArray::texts)
};

/// Opens a dataset. Not collective: each rank opens the file. If elements have file offsets (contiguous, or chunks without
/// filters), they are returned; otherwise HDF5 reads the elements. `order`: how the array's dimensions are counted; HDF5 uses C
/// order.
/// Errors: the file is missing or not HDF5; the dataset is missing or has no shape; texts of any length unless wanted; references
/// and the like; with Known, bytes that only HDF5 understands.
[[nodiscard]] Result<StoredArray> open_hdf5_array(std::string const& path, std::string const& dataset, StorageOrder order,
                                                  Hdf5Elements elements);

/// Opens the array as it is stored, without names of its dimensions. Those need a visit of the whole file each time it is opened.
[[nodiscard]] Result<StoredArray> open_hdf5_target(std::string const& path, std::string const& dataset, StorageOrder order);

/// Describes the elements (as with Hdf5Elements::Texts) and dimensions of an open dataset, without files and offsets.
[[nodiscard]] Result<StoredArray> hdf5_description(hid_t set, std::string const& path, std::string const& dataset,
                                                   StorageOrder order);

/// Returns the only dataset of a file, not counting dimension scales. Errors: not an HDF5 file; no dataset; several (the message
/// lists them).
[[nodiscard]] Result<std::string> only_dataset(std::string const& path);

} // namespace tessera
