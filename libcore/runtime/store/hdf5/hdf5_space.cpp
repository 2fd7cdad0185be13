// SPDX-License-Identifier: BSD-3-Clause
// Tessera: shapes as HDF5 has them.
#include "libcore/runtime/store/hdf5/hdf5_space.hpp"

#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>

namespace tessera {

Hdf5Sizes hdf5_sizes(Extents const& extents, StorageOrder order) {
    Hdf5Sizes sizes(extents.begin(), extents.end());
    if (order == StorageOrder::Fortran) std::ranges::reverse(sizes);
    return sizes;
}

Hdf5Handle hdf5_space(Hdf5Sizes const& sizes) {
    if (sizes.empty()) return {H5Screate(H5S_SCALAR), "describing a shape to HDF5"};
    return {H5Screate_simple(narrow<int>(sizes.size()), sizes.data(), nullptr), "describing a shape to HDF5"};
}

} // namespace tessera
