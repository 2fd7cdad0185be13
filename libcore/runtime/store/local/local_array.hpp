// SPDX-License-Identifier: BSD-3-Clause
// Tessera: local array files, one per rank, as a copy reads and writes them.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/runtime/store/manifest.hpp"
#include "libcore/runtime/store/stored_array.hpp"

#include <string>

namespace tessera {

/// Every file the manifest names, copies of replicated elements too. Not collective.
/// Errors: the mapping does not fit the files, or a file is missing or has another size.
[[nodiscard]] Result<StoredArray> stored_array(Manifest const& manifest, std::string const& path);

/// The same of the manifest in a file.
[[nodiscard]] Result<StoredArray> open_local_array(std::string const& manifest);

/// The file of one position of a mapping: an allocation of these extents, stored in this order; `path` is its name.
[[nodiscard]] StoredFile local_file(Mapping const& mapping, Index position, std::vector<int> const& permutation,
                                    Extents const& allocated, std::string path);

} // namespace tessera
