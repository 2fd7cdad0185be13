// SPDX-License-Identifier: BSD-3-Clause
// Tessera: conversion of shapes to HDF5's order.
#pragma once

#include "libcore/files/store/hdf5/hdf5_handle.hpp"
#include "libcore/mapping/array_spec.hpp"

#include <span>
#include <vector>

namespace tessera {

using Hdf5Sizes = std::vector<hsize_t>;

/// Returns extents in HDF5's order, slowest first. Those of a Fortran array are reversed.
[[nodiscard]] Hdf5Sizes hdf5_sizes(Extents const& extents, StorageOrder order);
/// Returns the extents of a dataset, counted in this order; {0} if it has no shape. Throws Hdf5Error.
[[nodiscard]] Extents extents_of(hid_t set, StorageOrder order);
/// Returns the index of a chunk's first element, in HDF5's order. `permutation`: dimensions from fastest to slowest; `shape`:
/// extents of a chunk.
[[nodiscard]] Hdf5Sizes chunk_place(std::span<Index const> chunk, std::vector<int> const& permutation, Extents const& shape);
[[nodiscard]] Hdf5Handle hdf5_space(Hdf5Sizes const& sizes);
/// Returns for each dimension of a dataset whether it is unlimited.
[[nodiscard]] std::vector<bool> growing(hid_t set, StorageOrder order);

} // namespace tessera
