// SPDX-License-Identifier: BSD-3-Clause
// Tessera: dimensions of HDF5 files in netCDF-4's sense: dimension scales, which may be numbered.
#pragma once

#include "libcore/files/store/array_notes.hpp"

#include <hdf5.h>
#include <string>
#include <vector>

namespace tessera {

/// Returns all dimensions of a file in netCDF-4's order: by their numbers, otherwise by creation. Failures throw Hdf5Error.
[[nodiscard]] std::vector<FileDimension> hdf5_dimensions(std::string const& path);

/// Returns the paths of the dimensions of a dataset that is itself a dimension scale and has several dimensions. netCDF stores
/// their numbers in it, because HDF5 attaches no scale to a scale. Empty if it stores none.
[[nodiscard]] std::vector<std::string> numbered_dimensions(hid_t set);

/// Numbers all scales of a file if netCDF-4 would otherwise use another order: first the scales at these paths in their order, then
/// the others by creation. One rank; failures throw Hdf5Error.
void number_dimensions(hid_t file, std::vector<std::string> const& paths);

} // namespace tessera
