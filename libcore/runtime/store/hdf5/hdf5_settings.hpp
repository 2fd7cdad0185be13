// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what HDF5 objects are made with, taken from others.
#pragma once

#include "libcore/runtime/store/hdf5/hdf5_handle.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace tessera {

/// Gives a new dataset's settings what those of an old one say of its values and attributes. The old list as a whole must not be
/// taken where it names other files that hold the data: they would be written over. `type`: of an element. Throws Hdf5Error.
void take_settings(hid_t old_settings, hid_t new_settings, hid_t type);

/// Throws Hdf5Error where the fill value of elements of this type refers to an object: HDF5 keeps its address, which means nothing
/// in another file.
void check_fill_value(hid_t settings, hid_t type, std::string const& doing);

/// The settings of a new dataset that is a copy of none here: attributes keep their order. `fill`: of an element of the type; may
/// be empty.
[[nodiscard]] Hdf5Handle new_set_settings(std::vector<std::byte> const& fill, hid_t type);
/// The same of a new file: links and attributes of its root keep their order, as netCDF-4 wants it.
[[nodiscard]] Hdf5Handle new_file_settings();

/// The settings of a group that is made again. HDF5's own list of an old group must not be taken: it holds the addresses at which
/// the old file keeps many links, and a group of the new file would look for its own there. Throws Hdf5Error.
[[nodiscard]] Hdf5Handle group_settings(hid_t old_group);

/// Gives the settings of a new file's root the order of links and attributes that the old file's root keeps.
void keep_order_of_root(hid_t old_file, hid_t creation_settings);

/// Gives the settings of an object that is made again what its attributes need: one of 64 KiB and more fits only beside a header of
/// the second version, which HDF5 writes for objects that note the order of their attributes, in files of any version.
void make_room_for_attributes(hid_t old_object, hid_t creation_settings);

/// For links that make the groups on their way.
[[nodiscard]] Hdf5Handle making_groups();

} // namespace tessera
