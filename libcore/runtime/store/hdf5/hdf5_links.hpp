// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what names lead to in an HDF5 file, besides its groups and datasets.
#pragma once

#include <string>
#include <vector>

namespace tessera {

/// Links, further names of objects, and named types, in a few words each: what formats of arrays and groups have no words for.
/// Throws Hdf5Error.
[[nodiscard]] std::vector<std::string> hdf5_links_and_types(std::string const& path);

} // namespace tessera
