// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a long list of indices into a small array, stored in as few bytes as the array's size needs.
#include "libcore/comm/index/dense_indices.hpp"

#include <limits>
#include <utility>

namespace tessera {
namespace {

/// Converts the list to a narrower type, and marks the elements that occur. Returns nothing if an index is not below `volume`.
template <class T>
std::optional<std::vector<T>> narrowed(IndexListView const& indices, Index volume, std::vector<char>& is_named) {
    std::vector<T> list(indices.size());
    bool valid = true;
    indices.for_each_part([&](std::size_t first, std::span<Index const> part) {
        for (Index const index : part) valid = valid && index >= 0 && index < volume;
        if (!valid) return;
        for (std::size_t k = 0; k < part.size(); ++k) {
            list[first + k] = static_cast<T>(part[k]);
            is_named[as_size(part[k])] = 1;
        }
    });
    if (!valid) return std::nullopt;
    return list;
}

} // namespace

std::optional<DenseIndices> DenseIndices::make(Mapping const& mapping, IndexListView const& indices) {
    DenseIndices dense;
    dense.values_ = static_cast<Index>(indices.size());
    Index const volume = mapping.volume();
    std::vector<char> is_named(as_size(volume), 0);
    auto const take = [&]<class T>(T) {
        auto list = narrowed<T>(indices, volume, is_named);
        if (!list) return false;
        dense.list_ = *std::move(list);
        return true;
    };
    auto const fits = [&]<class T>(T) { return volume - 1 <= Index{std::numeric_limits<T>::max()}; };
    bool const valid = fits(std::uint8_t{})    ? take(std::uint8_t{})
                       : fits(std::uint16_t{}) ? take(std::uint16_t{})
                       : fits(std::uint32_t{}) ? take(std::uint32_t{})
                                               : take(Index{});
    if (!valid) return std::nullopt;
    for (std::size_t element = 0; element < is_named.size(); ++element)
        if (is_named[element] != 0) dense.named_.push_back(static_cast<Index>(element));
    return dense;
}

Index DenseIndices::bytes() const {
    return std::visit([](auto const& list) { return static_cast<Index>(list.size() * sizeof(list.front())); }, list_);
}

} // namespace tessera
