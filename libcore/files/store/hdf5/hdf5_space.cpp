// SPDX-License-Identifier: BSD-3-Clause
// Tessera: conversion of shapes to HDF5's order.
#include "libcore/files/store/hdf5/hdf5_space.hpp"

#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>

namespace tessera {

Hdf5Sizes hdf5_sizes(Extents const& extents, StorageOrder order) {
    Hdf5Sizes sizes(extents.begin(), extents.end());
    if (order == StorageOrder::Fortran) std::ranges::reverse(sizes);
    return sizes;
}

Extents extents_of(hid_t set, StorageOrder order) {
    constexpr char const* doing = "asking for the shape of a dataset";
    Hdf5Handle const space(H5Dget_space(set), doing);
    if (H5Sget_simple_extent_type(space.get()) == H5S_NULL) return {0};
    Hdf5Sizes sizes(narrow<std::size_t>(H5Sget_simple_extent_ndims(space.get())));
    check_hdf5(H5Sget_simple_extent_dims(space.get(), sizes.data(), nullptr), doing);
    if (order == StorageOrder::Fortran) std::ranges::reverse(sizes);
    return {sizes.begin(), sizes.end()};
}

Hdf5Sizes chunk_place(std::span<Index const> chunk, std::vector<int> const& permutation, Extents const& shape) {
    Hdf5Sizes place;
    for (std::size_t i = chunk.size(); i-- > 0;) {
        auto const d = as_size(permutation[i]);
        place.push_back(narrow<hsize_t>(chunk[d] * shape[d]));
    }
    return place;
}

Hdf5Handle hdf5_space(Hdf5Sizes const& sizes) {
    if (sizes.empty()) return {H5Screate(H5S_SCALAR), "describing a shape to HDF5"};
    return {H5Screate_simple(narrow<int>(sizes.size()), sizes.data(), nullptr), "describing a shape to HDF5"};
}

std::vector<bool> growing(hid_t set, StorageOrder order) {
    Hdf5Handle const space(H5Dget_space(set), "looking at a dataspace");
    if (H5Sget_simple_extent_type(space.get()) == H5S_NULL) return {false}; // as extents_of(), which returns {0}
    Hdf5Sizes most(narrow<std::size_t>(H5Sget_simple_extent_ndims(space.get())));
    check_hdf5(H5Sget_simple_extent_dims(space.get(), nullptr, most.data()), "looking at a dataspace");
    if (order == StorageOrder::Fortran) std::ranges::reverse(most);
    std::vector<bool> unlimited;
    for (hsize_t const extent : most) unlimited.push_back(extent == H5S_UNLIMITED);
    return unlimited;
}

} // namespace tessera
