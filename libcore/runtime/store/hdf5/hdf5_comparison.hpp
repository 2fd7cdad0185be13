// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a copy of an HDF5 file compared with its original, all but the elements of the dataset that others write.
#pragma once

#include "libcore/runtime/store/new_array.hpp"

#include <string>
#include <vector>

namespace tessera {

/// What in the file at `path` is not as in the originals of its arrays, a line each: attributes, dimension scales, elements that
/// HDF5 copied; where all was copied, every object, type and link. Not collective; throws Hdf5Error where a file cannot be read.
[[nodiscard]] std::vector<std::string> differences_from_originals(std::vector<NewArray> const& arrays, std::string const& path);

} // namespace tessera
