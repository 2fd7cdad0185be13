// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the in-core local array (ICLA), the part of an out-of-core array in memory.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/require.hpp"
#include "libcore/files/access/element_location.hpp"
#include "libcore/runtime/memory/memory_account.hpp"
#include "libcore/sets/box_set.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace tessera {

/// Access to the elements of an Icla by local indices.
template <class Element, std::size_t dims>
class IclaView {
  public:
    IclaView(Element* data, std::array<Index, dims> first, std::array<Index, dims> strides)
        : data_(data), first_(first), strides_(strides) {}

    template <class... Indices>
    [[nodiscard]] Element& operator()(Indices... indices) const {
        static_assert(sizeof...(Indices) == dims);
        std::array<Index, dims> const index{indices...};
        Index offset = 0;
        for (std::size_t d = 0; d < dims; ++d) offset += (index[d] - first_[d]) * strides_[d];
        return data_[offset];
    }

  private:
    Element* data_;
    std::array<Index, dims> first_;
    std::array<Index, dims> strides_; // in elements
};

/// Memory for a section of a rank's local array (ICLA). The section's elements are contiguous, in ascending order of local
/// indices, permutation[0] fastest. So a section with strides needs only the memory of its elements. Local indices are 0-based
/// and do not count the overlap areas, which have negative indices or indices beyond the extent. Move-only.
class Icla {
  public:
    /// Takes `bytes` from the account. Throws MemoryExceeded.
    Icla(MemoryAccount& account, Index bytes, std::vector<int> permutation, Index element_bytes);

    /// Makes the memory hold a section; reads nothing. Throws MemoryExceeded if the section does not fit.
    void hold(BoxSet section);
    void hold(std::span<Run const> box);

    [[nodiscard]] BoxSet const& section() const { return section_; }
    [[nodiscard]] Extents const& strides() const { return strides_; } ///< in bytes, per dimension
    [[nodiscard]] std::byte* data() { return memory_.data(); }
    [[nodiscard]] std::byte const* data() const { return memory_.data(); }
    [[nodiscard]] Index capacity() const { return memory_.size(); } ///< in bytes

    /// Makes the memory hold another box and moves the elements in both boxes to their new offsets. Precondition: the boxes
    /// differ in at most one dimension. In it the new box begins no earlier than the old one and is no longer.
    void advance(std::span<Run const> box);

    /// Returns access to the elements of a box. Precondition: the Icla holds a box with `dims` dimensions and elements of this
    /// type.
    template <class Element, std::size_t dims>
    [[nodiscard]] IclaView<Element, dims> view() {
        require(section_.dims().size() == dims && sizeof(Element) == as_size(element_bytes_),
                "Icla::view: the box has other dimensions or elements of another size");
        std::array<Index, dims> first{};
        std::array<Index, dims> strides{};
        for (std::size_t d = 0; d < dims; ++d) {
            first[d] = section_.dims()[d].bounds().begin;
            strides[d] = strides_[d] / element_bytes_;
        }
        return {reinterpret_cast<Element*>(memory_.data()), first, strides};
    }

  private:
    std::vector<int> permutation_;
    Index element_bytes_;
    AccountedBuffer memory_;
    BoxSet section_;
    Extents strides_;
};

} // namespace tessera
