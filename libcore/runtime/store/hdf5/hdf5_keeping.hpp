// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what of an HDF5 file a copy would not keep, said before anything is written.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/store/new_array.hpp"

#include <hdf5.h>
#include <string>
#include <vector>

namespace tessera {

// None of these is collective; failures of HDF5 throw Hdf5Error.

/// Error: an attribute that refers to other objects. Dimension scales aside, which are attached anew.
[[nodiscard]] Result<void> check_attributes_kept(hid_t object, std::string const& name);

/// Error: something that belongs to the original, or stands beside it where all is to be copied, that the new file would not have
/// or would have otherwise: references, links to other files, several names of one object, named types, data in other files.
[[nodiscard]] Result<void> check_kept(Original const& like);

/// What the new file of this original will hold, itself aside: the paths of its dimension scales, or of everything.
[[nodiscard]] std::vector<std::string> paths_beside(Original const& like);

/// Error: the HDF5 file at `path` holds more than the objects at the paths in `made`, and would lose it if a new file took its
/// place. A file that is no HDF5 file, or damaged, loses nothing.
[[nodiscard]] Result<void> check_loses_nothing(std::string const& path, std::vector<std::string> const& made);

} // namespace tessera
