// SPDX-License-Identifier: BSD-3-Clause
// Tessera: objects of an HDF5 file that netCDF does not show.
#pragma once

#include <string>
#include <vector>

namespace tessera {

/// Returns the datasets of a file, and its attributes as "the attribute 'A' of '/B'", that netCDF does not show: those of a
/// structure, enumeration, opaque, sequence or array type without an equal named type in the file. Throws Hdf5Error.
[[nodiscard]] std::vector<std::string> hidden_from_netcdf(std::string const& path);

} // namespace tessera
