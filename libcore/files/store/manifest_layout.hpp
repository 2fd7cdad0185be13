// SPDX-License-Identifier: BSD-3-Clause
// Tessera: storage layout of the local files of a manifest.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/store/manifest.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/mapping/mapping.hpp"

namespace tessera {

/// Returns the manifest entry of a file that holds a rank's allocation with this layout.
[[nodiscard]] LocalFile local_file_entry(Rank rank, std::string name, LocalLayout const& layout, Index element_bytes);

/// Returns the extents that a position's file stores, padding and shadow included. Version 1 has no strides; there, block and
/// cyclic dimensions have the largest local extent of all coordinates.
/// Errors: the strides do not follow the manifest's permutation or do not fit the file's size.
[[nodiscard]] Result<Extents> stored_extents(Manifest const& manifest, Mapping const& mapping, Index position,
                                             LocalFile const& file);

} // namespace tessera
