// SPDX-License-Identifier: BSD-3-Clause
// Tessera: further files with elements of an HDF5 dataset: external files and sources of virtual datasets.
#pragma once

#include <hdf5.h>
#include <string>
#include <vector>

namespace tessera {

// `settings`: the dataset's creation properties. Failures throw Hdf5Error.

/// Returns the paths of such files, including candidates beside the dataset's file, where HDF5 looks too.
[[nodiscard]] std::vector<std::string> other_files(hid_t settings, std::string const& path);

/// Returns the missing sources that HDF5 silently replaces by fill values: external files, data beyond the end of one; sources of a
/// virtual dataset, including those of a series ("part-%b.h5") and datasets in them.
[[nodiscard]] std::vector<std::string> missing_files(hid_t settings, std::string const& path, hid_t set);

} // namespace tessera
