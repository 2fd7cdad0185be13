// SPDX-License-Identifier: BSD-3-Clause
// Tessera: files that hold elements of an HDF5 dataset and are not its own: external ones, and sources of virtual datasets.
#pragma once

#include <hdf5.h>
#include <string>
#include <vector>

namespace tessera {

// `settings`: that the dataset was made with. Failures throw Hdf5Error.

/// Paths where such files may lie: HDF5 looks beside the dataset's file, too.
[[nodiscard]] std::vector<std::string> other_files(hid_t settings, std::string const& path);

/// What HDF5 fills without a word, as it is not there: external files, and what lies behind the end of one; sources of a virtual
/// dataset, also those of a series ("part-%b.h5") and datasets in them.
[[nodiscard]] std::vector<std::string> missing_files(hid_t settings, std::string const& path, hid_t set);

} // namespace tessera
