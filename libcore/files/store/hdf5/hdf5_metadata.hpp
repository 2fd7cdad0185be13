// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies the other objects of an HDF5 file together with a dataset.
#pragma once

#include "libcore/files/store/creation_callback.hpp"
#include "libcore/files/store/hdf5/hdf5_names.hpp"

#include <functional>
#include <hdf5.h>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// For each dimension of the new dataset, in HDF5's order: the unchanged dimension of the old dataset that it is, if any.
using SameDims = std::vector<std::optional<unsigned>>;

/// A dataset that is made by a callback instead of being copied.
struct RemadeDataset {
    hid_t old_set;
    std::string old_path; ///< one of its hard links, not a soft link
    std::string new_path;
    SameDims dims;
    std::function<void(Hdf5Names const&)> make;       ///< makes it, without attributes; called after all named types are made
    std::function<void(Hdf5Names const&)> set_values; ///< writes its values; called after all objects are made
};

/// Returns whether these are all dimensions of the original in the same order.
[[nodiscard]] bool in_same_order(SameDims const& dims, hid_t old_set);

/// Returns whether the path names a link in the file.
[[nodiscard]] bool is_in(hid_t file, std::string const& path);
/// Removes a dataset from a file and from its dimension scales. HDF5 may reuse the space.
void remove_dataset(hid_t file, std::string const& path);

/// Returns whether an attribute connects datasets and dimension scales by references.
[[nodiscard]] bool joins_scales(std::string const& attribute);
/// netCDF's attribute that lists the dimensions of a variable, in the order of the original. Without it, the scales define them.
inline constexpr char const* netcdf_coordinates = "_Netcdf4Coordinates";

// None of these functions is collective. Failures throw Hdf5Error.

/// Attaches the dimension scales of the old dataset to the new one. Scales that the new file lacks are copied to it under the same
/// names.
void copy_scales(hid_t old_file, hid_t old_set, hid_t new_file, hid_t new_set, SameDims const& dims);

/// Copies all objects of a file to a new one, like h5repack. Groups keep their order, and objects keep all their names. Links of
/// any kind, named types and attributes are copied. References in elements are redirected to the new objects. `left_out`: paths of
/// datasets that are not copied; references to them become null.
void copy_file_around(hid_t old_file, hid_t new_file, std::vector<RemadeDataset> const& remade,
                      std::vector<std::string> const& left_out, CreationCallback const& watch);

} // namespace tessera
