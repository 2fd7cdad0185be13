// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what Zarr's metadata say of arrays besides their elements, and the way back.
#pragma once

#include "libcore/runtime/store/array_notes.hpp"
#include "libcore/runtime/store/file_name.hpp"
#include "libcore/runtime/store/zarr/zarr_store.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// "x_0", for a dimension without a name of the array "x": xarray opens nothing without names, and takes equal ones for one
/// dimension.
[[nodiscard]] std::string usual_dim_name(std::string const& array, std::size_t dim);

/// What belongs to an array of a store: what its group says of the file is what the store says.
[[nodiscard]] Companions zarr_companions(FileName const& file, CoordinateWish const& wanted);

/// Attributes (zarr_attributes()) with the fill value, where the version's own fill value does not say it: as xarray writes it in
/// version 3.
[[nodiscard]] std::string zarr_attributes(ArrayNotes const& notes, ElementType const& type, int version);

/// Attributes with the fill values of an array where the version says them there: as xarray writes them in version 3; in version 2,
/// whose only fill value stands for missing ones, {"unwritten": 0} in "_NCZARR_ATTR" is what was never written.
[[nodiscard]] std::string with_zarr_fill(std::string const& attributes, ArrayNotes const& notes, ElementType const& type,
                                         int version);
/// Attributes without those; `its_attribute`: without "_FillValue", too.
[[nodiscard]] std::string without_zarr_fill(std::string const& attributes, bool its_attribute);

/// Attributes and fill values that metadata say, as far as other formats know such.
[[nodiscard]] ArrayNotes zarr_notes(LoadedZarr const& loaded);

/// What a store says of its groups, the topmost aside: outer ones first.
[[nodiscard]] std::vector<GroupNotes> zarr_groups(std::string const& store);

/// The attributes of a group, as far as other formats know such.
[[nodiscard]] std::vector<Attribute> zarr_group_attributes(std::string const& group);

} // namespace tessera
