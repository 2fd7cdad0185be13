// SPDX-License-Identifier: BSD-3-Clause
// Tessera: attributes of HDF5 objects.
#pragma once

#include "libcore/runtime/store/hdf5/hdf5_names.hpp"

#include <functional>
#include <hdf5.h>
#include <string>
#include <vector>

namespace tessera {

/// The names of an object's attributes, in the order in which they were made where it knows that.
[[nodiscard]] std::vector<std::string> attribute_names(hid_t object);

/// Gives an open object the attributes of another, and its comment: units, names, where the data come from; in their order. Without
/// `names` those that refer to other objects of that file are left out; `is_left_out` names more of them. Not collective; throws
/// Hdf5Error.
void copy_attributes(hid_t from, hid_t to, Hdf5Names const* names = nullptr,
                     std::function<bool(std::string const&)> const& is_left_out = nullptr);

} // namespace tessera
