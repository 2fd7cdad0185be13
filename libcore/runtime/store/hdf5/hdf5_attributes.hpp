// SPDX-License-Identifier: BSD-3-Clause
// Tessera: attributes of HDF5 datasets.
#pragma once

#include <hdf5.h>
#include <string>

namespace tessera {

/// Gives an open object the attributes of another: units, names, where the data come from; in the order in which they were made
/// where it knows that. Those that refer to other objects of that file are left out. Not collective.
void copy_attributes(hid_t from, hid_t to);

} // namespace tessera
