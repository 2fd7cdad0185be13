// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what belongs to a dataset in its HDF5 file, or stands beside it, copied along with it.
#pragma once

#include <functional>
#include <hdf5.h>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// For each dimension of the new dataset, as HDF5 counts: the dimension of the old one that it is, whole and unchanged.
using SameDims = std::vector<std::optional<unsigned>>;

/// Gives the new dataset the dimension scales of the old one; those that the new file does not have yet are copied to it, under
/// the same names. None of these is collective; failures throw Hdf5Error.
void copy_scales(hid_t old_file, hid_t old_set, hid_t new_file, hid_t new_set, SameDims const& dims);

/// Copies everything of a file but one dataset, in the order it was made; where that dataset stands in the order, `make_dataset`
/// makes it. Then dimension scales are attached as they were; to that dataset, as `dims` says.
void copy_all_but(hid_t old_file, hid_t new_file, std::string const& dataset, SameDims const& dims,
                  std::function<void()> const& make_dataset);

/// Gives the settings of a new file's root the order of links and attributes that the old file's root keeps.
void keep_order_of_root(hid_t old_file, hid_t creation_settings);

} // namespace tessera
