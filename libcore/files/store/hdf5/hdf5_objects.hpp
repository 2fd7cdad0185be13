// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies of HDF5 datasets in another file.
#pragma once

#include "libcore/files/store/hdf5/hdf5_names.hpp"

#include <hdf5.h>
#include <string>

namespace tessera {

/// Copies a dataset without its attributes. Returns true if HDF5 copied the elements as stored; otherwise the caller must use
/// copy_values(). Data in external files move into the new file. `links`: link creation properties. Throws Hdf5Error.
[[nodiscard]] bool copy_dataset(hid_t old_file, std::string const& old_path, hid_t new_file, std::string const& new_path,
                                hid_t links, Hdf5Names const* names);

} // namespace tessera
