// SPDX-License-Identifier: BSD-3-Clause
// Tessera: links, additional names and named types of an HDF5 file.
#pragma once

#include "libcore/files/store/array_format.hpp"

#include <hdf5.h>
#include <string>
#include <vector>

namespace tessera {

// Failures throw Hdf5Error.

/// Returns links of all kinds, group by group, "/A", "/group", "/group/B": in creation order if the file tracks it, otherwise
/// alphabetically. Each group is visited once.
[[nodiscard]] std::vector<std::string> link_names(hid_t file);

/// Implements ArrayFormat::aliases(): hard links to datasets.
[[nodiscard]] std::vector<ArrayAlias> hdf5_aliases(std::string const& path);

/// Describes soft, external and user-defined links, additional hard links, and named types, a few words each. Formats of arrays and
/// groups cannot store these.
[[nodiscard]] std::vector<std::string> hdf5_links_and_types(std::string const& path);

} // namespace tessera
