// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a dataset looked for in an HDF5 file.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/store/hdf5/hdf5_handle.hpp"
#include "libcore/runtime/store/hdf5/hdf5_paths.hpp"

#include <string>
#include <vector>

namespace tessera {

/// Error, without opening it: there is no such file, it cannot be read, it is no HDF5 file.
[[nodiscard]] Result<void> check_hdf5_file(std::string const& path);

/// The dataset of that name. Error: there is none; it says which there are. `path`: the file's name, for the message.
[[nodiscard]] Result<Hdf5Handle> find_dataset(hid_t file, std::string const& path, std::string const& dataset);

/// "/A", "/group/B": all there are, in the order in which they were made where the file knows it.
[[nodiscard]] std::vector<std::string> dataset_names(hid_t file);

/// The name by which an object was opened.
[[nodiscard]] std::string name_of_object(hid_t object);

/// Lets HDF5 look at links of a class that only other programs know, and copy them.
void make_known(H5L_type_t link_class);

/// Is a dataset the scale of a dimension? HDF5 itself goes through all of its attributes to know that it is none.
[[nodiscard]] bool is_scale(hid_t set);

/// Is a dataset a scale that gives a dimension a name and nothing else?
[[nodiscard]] bool is_name_only(hid_t set);

/// What the dimensions of a dataset are called: each as its first scale, without groups, or after the dataset and its number
/// where it has none; none where no dimension has a scale. `paths`: of its file.
[[nodiscard]] std::vector<std::string> dim_names_of(hid_t set, Hdf5Paths const& paths);

/// The names of the scales that are attached to each dimension of a dataset. `paths`: of its file.
[[nodiscard]] std::vector<std::vector<std::string>> scales_of(hid_t set, Hdf5Paths const& paths);

/// The same of all dimensions, one behind the other.
[[nodiscard]] std::vector<std::string> all_scales_of(hid_t set, Hdf5Paths const& paths);

} // namespace tessera
