// SPDX-License-Identifier: BSD-3-Clause
// Tessera: lookup of datasets and dimension scales in an HDF5 file.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/store/hdf5/hdf5_handle.hpp"
#include "libcore/files/store/hdf5/hdf5_paths.hpp"

#include <string>
#include <vector>

namespace tessera {

/// Checks a file without opening it in HDF5. Error: it is missing, unreadable or not HDF5.
[[nodiscard]] Result<void> check_hdf5_file(std::string const& path);

/// Opens the dataset of that name. Error: there is none; the message lists those that exist. `path`: the file's name, for the
/// message.
[[nodiscard]] Result<Hdf5Handle> find_dataset(hid_t file, std::string const& path, std::string const& dataset);

/// Returns all datasets, "/A", "/group/B", in creation order if the file tracks it.
[[nodiscard]] std::vector<std::string> dataset_names(hid_t file);

/// Returns the name by which an object was opened.
[[nodiscard]] std::string name_of_object(hid_t object);

/// Returns the path by which the file of an object was opened.
[[nodiscard]] std::string path_of_file(hid_t object);

/// Registers an unknown class of links, so that HDF5 can inspect and copy them.
void make_known(H5L_type_t link_class);

/// Returns whether a dataset is a dimension scale. Faster than H5DSis_scale(), which visits all attributes if it is not.
[[nodiscard]] bool is_scale(hid_t set);

/// Returns whether a dataset is a dimension scale without values, which only names a dimension (netCDF).
[[nodiscard]] bool is_name_only(hid_t set);

/// Returns the names of a dataset's dimensions: the first scale's name without its group, or the dataset's name and the dimension's
/// number. Empty if no dimension has a scale. `paths`: of its file.
[[nodiscard]] std::vector<std::string> dim_names_of(hid_t set, Hdf5Paths const& paths);

/// Returns the paths of the scales that are attached to each dimension of a dataset. `paths`: of its file.
[[nodiscard]] std::vector<std::vector<std::string>> scales_of(hid_t set, Hdf5Paths const& paths);

/// Like scales_of(), concatenated over all dimensions.
[[nodiscard]] std::vector<std::string> all_scales_of(hid_t set, Hdf5Paths const& paths);

} // namespace tessera
