// SPDX-License-Identifier: BSD-3-Clause
// Tessera: attributes of HDF5 objects.
#pragma once

#include "libcore/files/store/hdf5/hdf5_names.hpp"

#include <functional>
#include <hdf5.h>
#include <string>
#include <vector>

namespace tessera {

/// Returns the names of an object's attributes, in creation order if the object tracks it.
[[nodiscard]] std::vector<std::string> attribute_names(hid_t object);

/// Copies the attributes and the comment of an object to another open object, in order. Without `names`, attributes that refer to
/// objects of the old file are left out. `is_left_out` excludes more. Not collective; throws Hdf5Error.
void copy_attributes(hid_t from, hid_t to, Hdf5Names const* names = nullptr,
                     std::function<bool(std::string const&)> const& is_left_out = nullptr);

} // namespace tessera
