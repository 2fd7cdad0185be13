// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an array in a shape where adjacent dimensions form one.
#include "libcore/mapping/dim_groups.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace tessera {

namespace {

/// Takes the dimensions of an array into groups, from the fastest to the slowest.
class GroupBuilder {
  public:
    explicit GroupBuilder(ArraySpec const& array) : order_(array.order), extents_(array.extents) {
        if (order_ == StorageOrder::C) std::ranges::reverse(extents_);
    }

    [[nodiscard]] bool done() const { return next_ == extents_.size(); }
    [[nodiscard]] Index product() const { return product_; } ///< of the open group
    void begin_group() {
        groups_.push_back(0);
        product_ = 1;
    }
    void take() {
        product_ *= extents_[next_++];
        ++groups_.back();
    }
    void take_rest() {
        while (!done()) take();
    }
    /// Returns the groups in the order of the array's dimensions.
    [[nodiscard]] DimGroups groups() const {
        DimGroups result = groups_;
        if (order_ == StorageOrder::C) std::ranges::reverse(result);
        return result;
    }

  private:
    StorageOrder order_;
    Extents extents_; // fastest first
    std::size_t next_ = 0;
    Index product_ = 1;
    DimGroups groups_;
};

} // namespace

GroupPair corresponding_groups(ArraySpec const& first, ArraySpec const& second) {
    GroupBuilder one(first);
    GroupBuilder other(second);
    bool const empty = std::ranges::count(first.extents, 0) > 0;
    do {
        one.begin_group();
        other.begin_group();
        one.take();
        other.take();
        if (empty) break; // products of 0 tell nothing: all dimensions form one group
        while (one.product() != other.product()) (one.product() < other.product() ? one : other).take();
    } while (!one.done() && !other.done());
    one.take_rest(); // extents of 1, unless the arrays are empty
    other.take_rest();
    return {one.groups(), other.groups()};
}

Extents grouped_extents(std::span<Index const> extents, DimGroups const& groups) {
    if (groups.empty()) return {extents.begin(), extents.end()};
    Extents result;
    auto next = extents.begin();
    for (int const dims : groups) {
        result.push_back(std::accumulate(next, next + dims, Index{1}, std::multiplies<>()));
        next += dims;
    }
    return result;
}

ArraySpec grouped_array(ArraySpec const& array, DimGroups const& groups) {
    ArraySpec result = array;
    result.extents = grouped_extents(array.extents, groups);
    result.lower.clear();
    result.shadow.clear();
    std::size_t first = 0;
    for (int const dims : groups) {
        result.lower.push_back(dims == 1 ? array.lower[first] : array.order == StorageOrder::C ? 0 : 1);
        if (!array.shadow.empty()) result.shadow.push_back(dims == 1 ? array.shadow[first] : ShadowWidth{});
        first += as_size(dims);
    }
    return result;
}

Extents grouped_index(ArraySpec const& array, DimGroups const& groups, std::span<Index const> index) {
    if (groups.empty()) return {index.begin(), index.end()};
    Extents result;
    std::size_t first = 0;
    for (int const count : groups) {
        auto const dims = as_size(count);
        Index position = 0;
        for (std::size_t k = dims; k-- > 0;) { // slowest first
            std::size_t const d = array.order == StorageOrder::C ? first + dims - 1 - k : first + k;
            position = position * array.extents[d] + index[d];
        }
        result.push_back(position);
        first += dims;
    }
    return result;
}

Extents declared_index(ArraySpec const& array, DimGroups const& groups, std::span<Index const> index) {
    if (groups.empty()) return {index.begin(), index.end()};
    Extents result(array.extents.size());
    std::size_t first = 0;
    for (std::size_t group = 0; group < groups.size(); ++group) {
        auto const dims = as_size(groups[group]);
        Index rest = index[group];
        for (std::size_t k = 0; k < dims; ++k) {
            std::size_t const d = array.order == StorageOrder::C ? first + dims - 1 - k : first + k;
            result[d] = rest % array.extents[d];
            rest /= array.extents[d];
        }
        first += dims;
    }
    return result;
}

} // namespace tessera
