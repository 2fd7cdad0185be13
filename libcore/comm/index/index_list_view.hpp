// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a list of indices in an integer type of any width.
#pragma once

#include "libcore/base/index.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace tessera {

/// A view of a caller's list of indices. The numbers have 64 bits, or are narrower to save memory with small arrays (the pixels of
/// an image are the indices of its histogram). The list is not copied. An index that does not fit Index becomes negative.
class IndexListView {
  public:
    template <std::ranges::contiguous_range List>
    requires std::integral<std::ranges::range_value_t<List>> IndexListView(List const& list)
        : data_(std::ranges::data(list)), size_(std::ranges::size(list)) {
        using T = std::ranges::range_value_t<List>;
        static_assert(sizeof(T) <= sizeof(Index));
        widen_ = [](void const* data, std::size_t first, std::span<Index> out) {
            T const* const from = static_cast<T const*>(data) + first;
            for (std::size_t k = 0; k < out.size(); ++k) out[k] = static_cast<Index>(from[k]);
        };
        text_ = [](void const* data, std::size_t k) { return std::to_string(static_cast<T const*>(data)[k]); };
        if constexpr (std::is_same_v<T, Index>) wide_ = std::ranges::data(list);
    }

    [[nodiscard]] std::size_t size() const { return size_; }

    /// Copies the numbers from `first` on into `out`.
    void copy_to(std::size_t first, std::span<Index> out) const { widen_(data_, first, out); }
    /// Returns the number at `k` as text in its own type, so that one that does not fit Index is not negative.
    [[nodiscard]] std::string text(std::size_t k) const { return text_(data_, k); }
    /// Returns the list itself if its numbers have the type Index, else null.
    [[nodiscard]] Index const* wide() const { return wide_; }

    /// Calls visit(first, numbers) for each part of the list.
    template <class Visit>
    void for_each_part(Visit const& visit) const {
        std::array<Index, 1024> part; // small enough to stay in the cache
        for (std::size_t first = 0; first < size_; first += part.size()) {
            std::span<Index> const numbers(part.data(), std::min(part.size(), size_ - first));
            copy_to(first, numbers);
            visit(first, std::span<Index const>(numbers));
        }
    }

  private:
    void const* data_;
    std::size_t size_;
    Index const* wide_ = nullptr;
    void (*widen_)(void const*, std::size_t, std::span<Index>);
    std::string (*text_)(void const*, std::size_t);
};

} // namespace tessera
