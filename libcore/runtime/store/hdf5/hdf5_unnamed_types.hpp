// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what netCDF does not show of an HDF5 file.
#pragma once

#include <string>
#include <vector>

namespace tessera {

/// The datasets of a file, and its attributes as "the attribute 'A' of '/B'", that netCDF does not show: their type is a structure,
/// an enumeration, opaque, a sequence or an array, and no equal one has a name in the file. Throws Hdf5Error.
[[nodiscard]] std::vector<std::string> hidden_from_netcdf(std::string const& path);

} // namespace tessera
