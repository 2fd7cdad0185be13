// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the metadata of a new Zarr array.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/store/new_array.hpp"
#include "libcore/files/store/zarr/zarr_array.hpp"

#include <string>
#include <vector>

namespace tessera {

/// Metadata of a new array and its attributes as JSON. From an original of the same version it takes the type's name, the fill
/// value, the attributes and, if the filters are equal, the codecs.
struct NewZarr {
    ZarrArray array;
    std::string attributes;
    std::vector<std::string> lost_filters = {}; ///< filters that the store's version does not have, by their names
    std::vector<std::string> lost = {};         ///< parts of the original that are lost, as texts for messages
};
/// Returns the metadata of a new array. `name`: the prefix for names of unnamed dimensions.
[[nodiscard]] Result<NewZarr> new_zarr(NewArray const& array, int version, std::string const& name);

/// Returns the metadata that a reader of the new array finds.
[[nodiscard]] ArrayNotes kept_notes_of(NewZarr const& made);

/// Writes an array's metadata to its directory, which thereby becomes an array. Failures throw.
void write_zarr_metadata(std::string const& directory, NewZarr const& made);
/// Writes the metadata of a group. `attributes`: a JSON object. Failures throw.
void write_zarr_group(std::string const& directory, int version, std::string const& attributes);

} // namespace tessera
