// SPDX-License-Identifier: BSD-3-Clause
// Tessera: shapes as HDF5 has them.
#pragma once

#include "libcore/mapping/array_spec.hpp"
#include "libcore/runtime/store/hdf5/hdf5_handle.hpp"

#include <span>
#include <vector>

namespace tessera {

using Hdf5Sizes = std::vector<hsize_t>;

/// Extents in HDF5's order, slowest first: those of a Fortran array are turned round.
[[nodiscard]] Hdf5Sizes hdf5_sizes(Extents const& extents, StorageOrder order);
/// Of a dataset, its dimensions counted in this order; {0} where it has no shape. Throws Hdf5Error.
[[nodiscard]] Extents extents_of(hid_t set, StorageOrder order);
/// The first element of the chunk with these numbers, as HDF5 wants it told. `permutation`: dimensions from fastest to slowest;
/// `shape`: of a chunk.
[[nodiscard]] Hdf5Sizes chunk_place(std::span<Index const> chunk, std::vector<int> const& permutation, Extents const& shape);
[[nodiscard]] Hdf5Handle hdf5_space(Hdf5Sizes const& sizes);
/// For each dimension of a dataset: is it without an end?
[[nodiscard]] std::vector<bool> growing(hid_t set, StorageOrder order);

} // namespace tessera
