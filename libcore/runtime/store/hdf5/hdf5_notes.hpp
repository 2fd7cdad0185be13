// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what HDF5 files say of datasets besides their elements, as netCDF-4 says it, and the way back.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/store/hdf5/hdf5_handle.hpp"
#include "libcore/runtime/store/new_array.hpp"

#include <hdf5.h>
#include <string>
#include <vector>

namespace tessera {

/// What belongs to a dataset: attributes, dimension scales as names and coordinates, attributes of the root. What HDF5 and netCDF-4
/// note for themselves is left out. Failures of HDF5 throw Hdf5Error.
[[nodiscard]] Companions hdf5_companions(FileName const& file, StorageOrder order, CoordinateWish const& wanted);

/// What a file says of its groups, the root aside: outer ones first, each once. Failures of HDF5 throw Hdf5Error.
[[nodiscard]] std::vector<GroupNotes> hdf5_groups(std::string const& path);

/// The attributes of a file's root, as far as other formats know such.
[[nodiscard]] std::vector<Attribute> root_attributes(std::string const& path);

/// Error: a dimension of the array would be another one in the HDF5 file at `path`.
[[nodiscard]] Result<void> check_dimensions(std::string const& path, NewArray const& array);

/// Makes a dimension that no array has, as netCDF-4 does: a scale without points. `name`: unused so far in the file.
void make_dimension(hid_t file, FileDimension const& dim);

/// The paths of what add_companions() makes.
[[nodiscard]] std::vector<std::string> paths_of_companions(NewArray const& array);

/// Leaves those that an HDF5 object can have and a reader finds again; names the others, in a few words each. `of_scale`: the
/// object is a dimension scale.
[[nodiscard]] std::vector<std::string> keep_hdf5_attributes(std::vector<Attribute>& attributes, bool of_scale);
/// Does add_companions() make it a dimension scale?
[[nodiscard]] bool becomes_scale(NewArray const& array);

// One rank's; failures throw Hdf5Error.

void write_attributes(hid_t object, std::vector<Attribute> const& attributes);
/// Gives a new dataset its attributes and its dimension scales, those with points and those that are names only, as netCDF-4 has
/// them; scales that are there are attached.
void add_companions(hid_t file, hid_t set, NewArray const& array);

} // namespace tessera
