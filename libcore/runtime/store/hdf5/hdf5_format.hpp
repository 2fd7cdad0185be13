// SPDX-License-Identifier: BSD-3-Clause
// Tessera: HDF5 files, netCDF-4's among them: any number of arrays, chunked and filtered or not.
#pragma once

#include "libcore/runtime/store/array_format.hpp"

namespace tessera {

[[nodiscard]] ArrayFormat const& hdf5_format();

} // namespace tessera
