// SPDX-License-Identifier: BSD-3-Clause
// Tessera: HDF5 datasets made again in another file.
#pragma once

#include "libcore/runtime/store/hdf5/hdf5_names.hpp"

#include <hdf5.h>
#include <string>

namespace tessera {

/// Makes a dataset again without its attributes. Its elements come along where HDF5 can copy them as they lie in the file; else,
/// and then it returns false, copy_values() has to copy them. What lay in a file of its own will lie in the new file. `links`:
/// settings of the link. Throws Hdf5Error.
[[nodiscard]] bool copy_dataset(hid_t old_file, std::string const& old_path, hid_t new_file, std::string const& new_path,
                                hid_t links, Hdf5Names const* names);

} // namespace tessera
