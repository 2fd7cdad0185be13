// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the dimensions of HDF5 files, as netCDF-4 has them: dimension scales, which may have numbers.
#pragma once

#include "libcore/runtime/store/array_notes.hpp"

#include <hdf5.h>
#include <string>
#include <vector>

namespace tessera {

/// All of a file, in netCDF-4's order: that of their numbers, or else that in which they were made. Failures throw Hdf5Error.
[[nodiscard]] std::vector<FileDimension> hdf5_dimensions(std::string const& path);

/// The paths of a dataset's dimensions where it is one of them itself and has several: netCDF lists their numbers in it, because
/// HDF5 attaches no scale to a scale. Empty: it does not.
[[nodiscard]] std::vector<std::string> numbered_dimensions(hid_t set);

/// Gives all scales of a file numbers, where netCDF-4 would take another order without: those at these paths in their order, then
/// the others as they were made. One rank's; failures throw Hdf5Error.
void number_dimensions(hid_t file, std::vector<std::string> const& paths);

} // namespace tessera
