// SPDX-License-Identifier: BSD-3-Clause
// Tessera: metadata of Zarr arrays and groups, read and written.
#pragma once

#include "libcore/files/store/array_notes.hpp"
#include "libcore/files/store/file_name.hpp"
#include "libcore/files/store/zarr/zarr_store.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// Returns the metadata of an array of a store. If the array lies in a group, attributes of the file are those of the topmost
/// enclosing group.
[[nodiscard]] ArrayMetadata zarr_metadata(FileName const& file, MetadataSelection const& wanted);

/// Returns attributes as by zarr_attributes(notes.attributes), with the fill value if the version's own fill value does not express
/// it: as xarray writes it in version 3.
[[nodiscard]] std::string zarr_attributes(ArrayNotes const& notes, ElementType const& type, int version);

/// Adds fill values to attributes if the version stores them there. Version 3: as xarray writes them. Version 2, whose only fill
/// value marks missing values: {"unwritten": 0} in "_NCZARR_ATTR" is the value of elements that were never written.
[[nodiscard]] std::string with_zarr_fill(std::string const& attributes, ArrayNotes const& notes, ElementType const& type,
                                         int version);
/// Removes those fill values from attributes. `its_attribute`: also removes "_FillValue".
[[nodiscard]] std::string without_zarr_fill(std::string const& attributes, bool its_attribute);

/// Returns the attributes and fill values that other formats can express.
[[nodiscard]] ArrayNotes zarr_notes(LoadedZarr const& loaded);

/// Returns the metadata of the groups of a store, outer groups first, without the root.
[[nodiscard]] std::vector<GroupNotes> zarr_groups(std::string const& store);

/// Returns the attributes of a group that other formats can express.
[[nodiscard]] std::vector<Attribute> zarr_group_attributes(std::string const& group);

} // namespace tessera
