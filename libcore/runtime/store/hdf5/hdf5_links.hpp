// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what names lead to in an HDF5 file, besides its groups and datasets.
#pragma once

#include "libcore/runtime/store/array_format.hpp"

#include <hdf5.h>
#include <string>
#include <vector>

namespace tessera {

// Failures throw Hdf5Error.

/// "/A", "/group", "/group/B": links of every kind, group by group, in the order in which they were made where the
/// file knows it, else by the alphabet; each group is looked into once.
[[nodiscard]] std::vector<std::string> link_names(hid_t file);

/// As ArrayFormat::further_names(): hard links to datasets.
[[nodiscard]] std::vector<FurtherName> hdf5_further_names(std::string const& path);

/// Links that are no object's own name, further names of objects, and named types, in a few words each: what formats of arrays and
/// groups have no words for.
[[nodiscard]] std::vector<std::string> hdf5_links_and_types(std::string const& path);

} // namespace tessera
