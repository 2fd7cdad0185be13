// SPDX-License-Identifier: BSD-3-Clause
// Tessera: attributes of HDF5 datasets.
#pragma once

#include <hdf5.h>
#include <string>

namespace tessera {

/// Gives the dataset `to` the attributes of another file's dataset: units, names, where the data come from. Those that refer to
/// other objects of that file are left out. Not collective.
void copy_attributes(std::string const& path, std::string const& dataset, hid_t to);
/// The same from any open object, in the order in which its attributes were made where it knows that.
void copy_attributes(hid_t from, hid_t to);

} // namespace tessera
