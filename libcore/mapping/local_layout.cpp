// SPDX-License-Identifier: BSD-3-Clause
// Tessera: layout of one rank's elements in its memory.
#include "libcore/mapping/local_layout.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/require.hpp"
#include "libcore/base/try.hpp"
#include "libcore/mapping/detail/spec_checks.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

namespace tessera {

namespace {

/// Returns the dimensions from fastest to slowest in memory.
std::vector<int> storage_permutation(ArraySpec const& array) {
    std::vector<int> permutation(as_size(array.dims()));
    std::iota(permutation.begin(), permutation.end(), 0);
    if (array.order == StorageOrder::C) std::ranges::reverse(permutation);
    return permutation;
}

std::vector<ShadowWidth> ghosts_of(ArraySpec const& array) {
    return array.shadow.empty() ? std::vector<ShadowWidth>(as_size(array.dims())) : array.shadow;
}

} // namespace

LocalLayout::LocalLayout(Mapping const& mapping, Index position)
    : LocalLayout(mapping, position, storage_permutation(mapping.array())) {}

LocalLayout::LocalLayout(Mapping const& mapping, Index position, std::vector<int> permutation)
    : owned_(mapping.owned(position)), local_shape_(owned_.shape()), alloc_shape_(local_shape_.size(), 0),
      strides_(local_shape_.size(), 0), ghosts_(ghosts_of(mapping.array())), permutation_(std::move(permutation)) {
    require(std::ranges::is_permutation(permutation_, storage_permutation(mapping.array())),
            "LocalLayout expects a permutation of the dimensions of the array");
    if (owned_.empty()) return;
    allocation_size_ = 1;
    auto const& leading = mapping.spec().leading;
    int const padded = mapping.array().order == StorageOrder::Fortran ? 0 : dims() - 1;
    for (int const each : permutation_) {
        auto const d = as_size(each);
        alloc_shape_[d] = leading && each == padded ? *leading : stored(d);
        strides_[d] = allocation_size_;
        first_offset_ += ghosts_[d].low * strides_[d];
        allocation_size_ *= alloc_shape_[d];
    }
}

Result<LocalLayout> LocalLayout::strided(Mapping const& mapping, Index position, LocalStorage const& storage) {
    if (position < 0 || position >= mapping.grid().size())
        return fail(fmt::format("{} has {} grid positions, from 0, and none with number {}", mapping.array().name,
                                mapping.grid().size(), position));
    LocalLayout layout(mapping, position);
    if (layout.owned_.empty()) return layout;
    Index const most = std::numeric_limits<Index>::max() /
                       std::max<Index>(mapping.array().type.bytes, 1); // in elements, so that the byte count fits
    TRY(layout.take(storage, most));
    layout.sort_by_stride();
    TRY(layout.place(storage, most));
    layout.set_alloc_shape();
    return layout;
}

Result<LocalLayout> LocalLayout::padded(Mapping const& mapping, Index position, Index leading) {
    if (position < 0 || position >= mapping.grid().size()) return strided(mapping, position, {}); // reports the error
    LocalLayout const standard(mapping, position);
    if (standard.owned_.empty() || standard.dims() == 0) return standard;
    auto const fastest = as_size(standard.permutation_.front());
    TRY(detail::check_lines(mapping.array(), fastest, leading, standard.alloc_shape_[fastest]));
    LocalStorage storage{.strides = standard.strides_};
    Index stride = leading;
    for (std::size_t k = 1; k < standard.permutation_.size(); ++k) {
        auto const d = as_size(standard.permutation_[k]);
        auto const next = checked_mul(stride, standard.alloc_shape_[d]);
        if (!next) return fail(fmt::format("a leading dimension of {} makes the allocation too large", leading));
        storage.strides[d] = stride;
        stride = *next;
    }
    return strided(mapping, position, storage);
}

/// Takes over the strides and ghosts. Error: their number is not the number of dimensions.
Result<void> LocalLayout::take(LocalStorage const& storage, Index most) {
    if (storage.strides.size() != strides_.size())
        return fail(fmt::format("{} strides are given for {} dimensions; give one per dimension", storage.strides.size(), dims()));
    if (!storage.ghosts.empty() && storage.ghosts.size() != strides_.size())
        return fail(fmt::format("{} ghost widths are given for {} dimensions; give one per dimension, or none",
                                storage.ghosts.size(), dims()));
    strides_ = storage.strides;
    if (!storage.ghosts.empty()) ghosts_ = storage.ghosts;
    for (std::size_t d = 0; d < ghosts_.size(); ++d) {
        auto const planes = checked_add(ghosts_[d].low, ghosts_[d].high);
        if (ghosts_[d].low < 0 || ghosts_[d].high < 0 || !planes || !checked_add(local_shape_[d], *planes))
            return fail(fmt::format("ghost widths {} and {} in dimension {}: they must be 0 or more, and no more than fit",
                                    ghosts_[d].low, ghosts_[d].high, d + 1));
        if (strides_[d] < -most || strides_[d] > most)
            return fail(fmt::format("stride {} in dimension {} is too large", strides_[d], d + 1));
    }
    return {};
}

/// Sorts the dimensions from fastest to slowest. A dimension that stores one index keeps its place, because its stride does not
/// matter.
void LocalLayout::sort_by_stride() {
    auto const key = [this](int dim) { return std::abs(strides_[as_size(dim)]); };
    std::vector<int> sorted;
    std::ranges::copy_if(permutation_, std::back_inserter(sorted), [this](int dim) { return stored(as_size(dim)) > 1; });
    std::ranges::stable_sort(sorted, {}, key);
    auto next = sorted.begin();
    for (int& dim : permutation_)
        if (stored(as_size(dim)) > 1) dim = *next++;
}

/// Computes the offset of local index 0,0,... and the size. Errors: two elements at one offset, or one outside the allocation.
/// Elements differ if each stride is longer than the reach of all faster dimensions.
Result<void> LocalLayout::place(LocalStorage const& storage, Index most) {
    Index reach = 0; // distance from the lowest offset to the highest
    Index below = 0; // distance from the lowest offset to local index 0,0,...
    for (int const each : permutation_) {
        auto const d = as_size(each);
        Index const steps = stored(d) - 1;
        Index const stride = std::abs(strides_[d]);
        if (steps > 0 && stride <= reach)
            return fail(fmt::format("stride {} in dimension {} lets elements overlap: faster dimensions reach over {}", strides_[d],
                                    each + 1, reach + 1));
        auto const length = checked_mul(steps, stride);
        auto const sum = length ? checked_add(reach, *length) : std::nullopt;
        if (!sum || *sum >= most)
            return fail(fmt::format("stride {} in dimension {} is too large for {} elements", strides_[d], each + 1, stored(d)));
        reach = *sum;
        if (steps > 0) below += strides_[d] > 0 ? ghosts_[d].low * stride : (steps - ghosts_[d].low) * stride;
    }
    first_offset_ = storage.first_offset.value_or(below);
    Index const lowest = checked_sub(first_offset_, below).value_or(-1);
    allocation_size_ = storage.allocation_size.value_or(checked_add(lowest, reach + 1).value_or(0));
    if (allocation_size_ > most) return fail(fmt::format("an allocation of {} elements is too large", allocation_size_));
    if (lowest < 0 || reach >= allocation_size_ || lowest > allocation_size_ - 1 - reach)
        return fail(
            fmt::format("elements lie outside of the allocation of {}: the first owned one is at {}, and they reach from {} "
                        "below it to {} above",
                        allocation_size_, first_offset_, below, reach - below));
    return {};
}

void LocalLayout::set_alloc_shape() {
    std::optional<std::size_t> faster; // the previous dimension that stores several indices
    for (int const each : permutation_) {
        auto const d = as_size(each);
        alloc_shape_[d] = stored(d);
        if (alloc_shape_[d] == 1) continue;
        if (faster) alloc_shape_[*faster] = std::max(alloc_shape_[*faster], std::abs(strides_[d]) / std::abs(strides_[*faster]));
        faster = d;
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
