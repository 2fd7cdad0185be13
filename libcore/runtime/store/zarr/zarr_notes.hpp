// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what Zarr's metadata say of arrays besides their elements, and the way back.
#pragma once

#include "libcore/runtime/store/array_notes.hpp"
#include "libcore/runtime/store/file_name.hpp"
#include "libcore/runtime/store/zarr/zarr_array.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tessera {

// Attributes are JSON, which has numbers of one kind: the types of others stand in "_NCZARR_ATTR", as netCDF's own library writes
// them
// ({"types": {"scale_factor": "<f4"}}); xarray does not show that.

/// What belongs to an array of a store: what its group says of the file is what the store says.
[[nodiscard]] Companions zarr_companions(FileName const& file, CoordinateWish const& wanted);

/// An object of attributes, in JSON.
[[nodiscard]] std::string zarr_attributes(std::vector<Attribute> const& attributes);
/// The same with the fill value, where the version's own fill value does not say it: as xarray writes it in version 3.
[[nodiscard]] std::string zarr_attributes(ArrayNotes const& notes, ElementType const& type, int version);

/// The names of dimensions without an end stand in "_NCZARR_ATTR", too: {"unlimited_dims": ["time"]}. Of such attributes, and
/// attributes with them in place of those that were there.
[[nodiscard]] std::vector<std::string> unlimited_in(std::string_view attributes);
[[nodiscard]] std::string with_unlimited(std::string const& attributes, std::vector<std::string> const& names);

/// What a store says of its groups, the topmost aside: outer ones first.
[[nodiscard]] std::vector<GroupNotes> zarr_groups(std::string const& store);

/// The attributes of a group, as far as other formats know such.
[[nodiscard]] std::vector<Attribute> zarr_group_attributes(std::string const& group);

} // namespace tessera
