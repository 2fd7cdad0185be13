// SPDX-License-Identifier: BSD-3-Clause
// Tessera: comparison of an HDF5 copy with its original, except for the elements that others write.
#pragma once

#include "libcore/files/store/new_array.hpp"

#include <string>
#include <vector>

namespace tessera {

/// Describes differences between the file at `path` and the originals of its arrays, one line each: attributes, dimension scales,
/// elements that HDF5 copied; if everything was copied, also every object, type and link. Not collective. Throws Hdf5Error if a
/// file cannot be read.
[[nodiscard]] std::vector<std::string> differences_from_originals(std::vector<NewArray> const& arrays, std::string const& path);

} // namespace tessera
