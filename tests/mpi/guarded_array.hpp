// SPDX-License-Identifier: BSD-3-Clause
// Tessera: this rank's part of an array, in any layout, between guards that must stay as they are.
#pragma once

#include "libcore/mapping/local_layout.hpp"
#include "libcore/mapping/mapping.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tessera::oracle {

/// The whole array, element by element in row-major order.
using WholeBytes = std::vector<std::byte>;

class GuardedArray {
  public:
    GuardedArray(Mapping mapping, std::optional<LocalLayout> layout) : mapping_(std::move(mapping)), layout_(std::move(layout)) {
        Index const allocated = layout_ ? layout_->allocation_size() * element_bytes() : 0;
        memory_.assign(as_size(allocated + 2 * guard), rubbish);
    }

    [[nodiscard]] Mapping const& mapping() const { return mapping_; }
    [[nodiscard]] std::optional<LocalLayout> const& layout() const { return layout_; }
    [[nodiscard]] std::byte* data() { return memory_.data() + guard; }

    /// The elements that this rank owns; what lies between and around them becomes rubbish.
    void fill(WholeBytes const& whole) { memory_ = filled(whole); }
    /// Holds every element what `whole` says, and is every other byte, guards included, as fill() left it?
    [[nodiscard]] bool holds(WholeBytes const& whole) const { return memory_ == filled(whole); }
    [[nodiscard]] bool is_like(GuardedArray const& other) const { return memory_ == other.memory_; }

  private:
    static constexpr Index guard = 256; // bytes, a multiple of every alignment
    static constexpr std::byte rubbish{0x5A};

    [[nodiscard]] Index element_bytes() const { return mapping_.array().type.bytes; }

    [[nodiscard]] std::vector<std::byte> filled(WholeBytes const& whole) const {
        std::vector<std::byte> memory(memory_.size(), rubbish);
        if (!layout_) return memory;
        Extents const& extents = mapping_.array().extents;
        layout_->owned().for_each([&](std::span<Index const> index) {
            Index number = 0;
            for (std::size_t d = 0; d < index.size(); ++d) number = number * extents[d] + index[d];
            Index const offset = guard + layout_->offset(layout_->global_to_local(index).value()) * element_bytes();
            std::copy_n(whole.begin() + number * element_bytes(), element_bytes(), memory.begin() + offset);
        });
        return memory;
    }

    Mapping mapping_;
    std::optional<LocalLayout> layout_;
    std::vector<std::byte> memory_;
};

} // namespace tessera::oracle
