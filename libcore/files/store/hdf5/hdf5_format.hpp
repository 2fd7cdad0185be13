// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the format of HDF5 and netCDF-4 files: any number of arrays, with or without chunks and filters.
#pragma once

#include "libcore/files/store/array_format.hpp"

namespace tessera {

[[nodiscard]] ArrayFormat const& hdf5_format();

} // namespace tessera
