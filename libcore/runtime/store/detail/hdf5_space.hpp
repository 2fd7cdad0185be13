// SPDX-License-Identifier: BSD-3-Clause
// Tessera: shapes as HDF5 has them.
#pragma once

#include "libcore/runtime/store/detail/hdf5_handle.hpp"
#include "libcore/runtime/store/file_array.hpp"

#include <vector>

namespace tessera {

using Hdf5Sizes = std::vector<hsize_t>;

/// The array's extents in HDF5's order, slowest first: those of a Fortran array are turned round.
[[nodiscard]] Hdf5Sizes hdf5_sizes(FileArray const& array);
[[nodiscard]] Hdf5Handle hdf5_space(Hdf5Sizes const& sizes);

} // namespace tessera
