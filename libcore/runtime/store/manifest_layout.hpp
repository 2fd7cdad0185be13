// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how the local array files of a manifest store their parts.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/runtime/store/manifest.hpp"

namespace tessera {

/// The entry of a file that holds a rank's allocation as `layout` says.
[[nodiscard]] LocalFile local_file_entry(Rank rank, std::string name, LocalLayout const& layout, Index element_bytes);

/// What a position's file stores per dimension, padding and shadow included: by the file's entry, or, in a manifest of version 1,
/// as all ranks did then: block and cyclic dimensions are as long as the largest of any coordinate.
/// Errors: strides that are not those of lines, planes, ... in the manifest's permutation, or do not fit the file's bytes.
[[nodiscard]] Result<Extents> stored_extents(Manifest const& manifest, Mapping const& mapping, Index position,
                                             LocalFile const& file);

} // namespace tessera
