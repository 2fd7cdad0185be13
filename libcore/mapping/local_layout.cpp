// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how one rank stores the elements it owns.
#include "libcore/mapping/local_layout.hpp"

#include "libcore/base/require.hpp"

#include <algorithm>
#include <numeric>

namespace tessera {

namespace {

/// Dimensions from fastest to slowest in memory.
std::vector<int> storage_permutation(ArraySpec const& array) {
    std::vector<int> permutation(as_size(array.dims()));
    std::iota(permutation.begin(), permutation.end(), 0);
    if (array.order == StorageOrder::C) std::ranges::reverse(permutation);
    return permutation;
}

} // namespace

LocalLayout::LocalLayout(Mapping const& mapping, Index position)
    : LocalLayout(mapping, position, storage_permutation(mapping.array())) {}

LocalLayout::LocalLayout(Mapping const& mapping, Index position, std::vector<int> permutation)
    : owned_(mapping.owned(position)), local_shape_(owned_.shape()), alloc_shape_(local_shape_.size(), 0),
      strides_(local_shape_.size(), 0), permutation_(std::move(permutation)) {
    require(std::ranges::is_permutation(permutation_, storage_permutation(mapping.array())),
            "LocalLayout expects a permutation of the dimensions of the array");
    if (owned_.empty()) return;
    allocation_size_ = 1;
    for (int const fastest : permutation_) {
        auto const d = as_size(fastest);
        auto const shadow = mapping.array().shadow.empty() ? ShadowWidth{} : mapping.array().shadow[d];
        alloc_shape_[d] = mapping.dim(fastest).allocation(mapping.dim_coord(position, fastest)) + shadow.low + shadow.high;
        strides_[d] = allocation_size_;
        first_offset_ += shadow.low * strides_[d];
        allocation_size_ *= alloc_shape_[d];
    }
}

Index LocalLayout::offset(std::span<Index const> local) const {
    require(local.size() == strides_.size(), "LocalLayout expects a local index for each dimension of the array");
    return std::inner_product(local.begin(), local.end(), strides_.begin(), first_offset_);
}

std::optional<Extents> LocalLayout::global_to_local(std::span<Index const> global) const {
    if (!owned_.contains(global)) return std::nullopt;
    Extents local;
    for (std::size_t d = 0; d < global.size(); ++d) local.push_back(owned_.dims()[d].position(global[d]));
    return local;
}

Extents LocalLayout::local_to_global(std::span<Index const> local) const {
    require(local.size() == strides_.size(), "LocalLayout expects a local index for each dimension of the array");
    Extents global;
    for (std::size_t d = 0; d < local.size(); ++d) global.push_back(owned_.dims()[d].element(local[d]));
    return global;
}

} // namespace tessera
