// SPDX-License-Identifier: BSD-3-Clause
// Tessera: creation properties of HDF5 objects, copied from others.
#pragma once

#include "libcore/files/store/hdf5/hdf5_handle.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace tessera {

/// Copies the properties of values and attributes to a new dataset. The old list must not be reused as a whole: it may name
/// external data files, which would be overwritten. `type`: element type. Throws Hdf5Error.
void take_settings(hid_t old_settings, hid_t new_settings, hid_t type);

/// Throws Hdf5Error if the fill value of this type refers to an object. HDF5 stores its address, which has no meaning in another
/// file.
void check_fill_value(hid_t settings, hid_t type, std::string const& doing);

/// Returns the creation properties of a new dataset without an HDF5 original: attribute order is tracked. `fill`: an element of the
/// type; may be empty.
[[nodiscard]] Hdf5Handle new_set_settings(std::vector<std::byte> const& fill, hid_t type);
/// Returns the creation properties of a new file: the root's links and attributes keep their order, as netCDF-4 requires.
[[nodiscard]] Hdf5Handle new_file_settings();

/// Returns the creation properties for the copy of a group. HDF5's own list of the old group must not be used: it holds the
/// addresses of the old file's link storage, where HDF5 would look for the new group's links. Throws Hdf5Error.
[[nodiscard]] Hdf5Handle group_settings(hid_t old_group);

/// Sets the order tracking of the old root's links and attributes for the root of a new file.
void keep_order_of_root(hid_t old_file, hid_t creation_settings);

/// Prepares a copied object for large attributes. Attributes of 64 KiB and more need an object header of version 2. In files of any
/// version, HDF5 writes that header for objects that track attribute order.
void make_room_for_attributes(hid_t old_object, hid_t creation_settings);

/// Returns link creation properties that create missing groups.
[[nodiscard]] Hdf5Handle making_groups();

} // namespace tessera
