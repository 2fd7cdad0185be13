// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arrays in local files (one file per rank), for reading and writing.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/store/manifest.hpp"
#include "libcore/files/store/stored_array.hpp"
#include "libcore/mapping/mapping.hpp"

#include <string>

namespace tessera {

/// Returns the array in all files that the manifest names, including those with copies of replicated elements. Not collective.
/// Errors: the mapping does not fit the files; a file is missing or has another size.
[[nodiscard]] Result<StoredArray> stored_array(Manifest const& manifest, std::string const& path);

/// Like stored_array(), for a manifest in a file.
[[nodiscard]] Result<StoredArray> open_local_array(std::string const& manifest);

/// Returns the description of one position's file: an allocation of these extents in this storage order. `path`: the file's name.
[[nodiscard]] StoredFile local_file(Mapping const& mapping, Index position, std::vector<int> const& permutation,
                                    Extents const& allocated, std::string path);

} // namespace tessera
