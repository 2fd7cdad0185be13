// SPDX-License-Identifier: BSD-3-Clause
// Tessera: metadata of HDF5 datasets in netCDF-4's conventions, read and written.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/store/hdf5/hdf5_handle.hpp"
#include "libcore/files/store/new_array.hpp"

#include <hdf5.h>
#include <string>
#include <vector>

namespace tessera {

/// Returns the metadata of a dataset: attributes, dimension scales as names and coordinates, attributes of the root group. Internal
/// attributes of HDF5 and netCDF-4 are left out. HDF5 failures throw Hdf5Error.
[[nodiscard]] ArrayMetadata hdf5_metadata(FileName const& file, StorageOrder order, MetadataSelection const& wanted);

/// Returns the metadata of all groups except the root, outer groups first, each once. HDF5 failures throw Hdf5Error.
[[nodiscard]] std::vector<GroupNotes> hdf5_groups(std::string const& path);

/// Returns the attributes of a file's root that other formats can express.
[[nodiscard]] std::vector<Attribute> root_attributes(std::string const& path);

/// Error: a dimension of the array differs from the one of that name in the HDF5 file at `path`.
[[nodiscard]] Result<void> check_dimensions(std::string const& path, NewArray const& array);

/// Makes a dimension that no array uses, as in netCDF-4: a scale without values. Its name must be unused in the file.
void make_dimension(hid_t file, FileDimension const& dim);

/// Returns the paths of the objects that add_metadata() makes.
[[nodiscard]] std::vector<std::string> paths_of_metadata(NewArray const& array);

/// Removes the attributes that an HDF5 object cannot have or a reader would not find again, and describes them in a few words each.
/// `of_scale`: the object is a dimension scale.
[[nodiscard]] std::vector<std::string> keep_hdf5_attributes(std::vector<Attribute>& attributes, bool of_scale);
/// Returns whether add_metadata() makes it a dimension scale.
[[nodiscard]] bool becomes_scale(NewArray const& array);

// One rank; failures throw Hdf5Error.

void write_attributes(hid_t object, std::vector<Attribute> const& attributes);
/// Writes the attributes and dimension scales of a new dataset as in netCDF-4, both scales with values and those that only name a
/// dimension. Existing scales are attached.
void add_metadata(hid_t file, hid_t set, NewArray const& array);

} // namespace tessera
