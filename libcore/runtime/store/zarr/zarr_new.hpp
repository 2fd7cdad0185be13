// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the metadata of a new Zarr array.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/store/new_array.hpp"
#include "libcore/runtime/store/zarr/zarr_array.hpp"

#include <string>
#include <vector>

namespace tessera {

/// What the array will be, and its attributes in JSON. From an original of the same version it takes what it knows besides the
/// elements: its type's own word, its fill value, its attributes and, with the same filters, its codecs.
struct NewZarr {
    ZarrArray array;
    std::string attributes;
    std::vector<std::string> lost = {}; ///< of what the original has, as it is told
};
/// `name`: what dimensions that have no names are called after.
[[nodiscard]] Result<NewZarr> new_zarr(NewArray const& array, int version, std::string const& name);

/// What a reader of the metadata finds.
[[nodiscard]] ArrayNotes kept_notes_of(NewZarr const& made);

/// Writes an array's metadata to its directory, which makes an array of it. Failures throw.
void write_zarr_metadata(std::string const& directory, NewZarr const& made);
/// The same of a group; `attributes`: an object in JSON.
void write_zarr_group(std::string const& directory, int version, std::string const& attributes);

} // namespace tessera
