// SPDX-License-Identifier: BSD-3-Clause
// Tessera: names of the types of new netCDF-4 files.
#pragma once

#include "libcore/files/store/hdf5/hdf5_handle.hpp"
#include "libcore/files/store/new_array.hpp"

#include <hdf5.h>
#include <string>
#include <vector>

namespace tessera {

/// Returns the type of a new array that is no copy of a dataset.
[[nodiscard]] Hdf5Handle type_of_new_elements(NewArray const& array);
/// Names the types of a netCDF file. netCDF shows no variable with an unnamed enumeration, structure, opaque type or sequence.
/// Returns the named type if it got a name, otherwise `type`. One rank; failures throw Hdf5Error.
[[nodiscard]] Hdf5Handle with_names_for_netcdf(hid_t file, Hdf5Handle type, NewArray const& array);
/// Returns the paths of these names.
[[nodiscard]] std::vector<std::string> names_of_types(NewArray const& array);

} // namespace tessera
