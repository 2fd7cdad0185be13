// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the in-core local array (ICLA), the part of an out-of-core array in memory.
#include "libcore/files/ooc/icla.hpp"

#include <cstring>
#include <fmt/format.h>

namespace tessera {

Icla::Icla(MemoryAccount& account, Index bytes, std::vector<int> permutation, Index element_bytes)
    : permutation_(std::move(permutation)), element_bytes_(element_bytes), memory_(account, bytes) {}

void Icla::hold(BoxSet section) {
    Index const bytes = section.count() * element_bytes_;
    if (bytes > memory_.size())
        throw MemoryExceeded(fmt::format("a section of {} bytes does not fit an in-core local array of {}", bytes, memory_.size()));
    section_ = std::move(section);
    strides_.assign(permutation_.size(), 0);
    Index stride = element_bytes_;
    for (int const dim : permutation_) {
        auto const d = as_size(dim);
        strides_[d] = stride;
        stride *= section_.dims()[d].count();
    }
}

void Icla::hold(std::span<Run const> box) {
    hold(section_of(box));
}

void Icla::advance(std::span<Run const> box) {
    BoxSet const old = section_;
    Extents const old_strides = strides_;
    hold(box);
    BoxSet const both = intersection(old, section_);
    if (both.empty()) return;
    // Lines move towards the front, the first line first, so no line is overwritten before it has moved.
    auto const fastest = permutation_.empty() ? std::size_t{0} : as_size(permutation_.front());
    std::vector<PeriodicSet> lines;
    for (auto dim = permutation_.rbegin(); dim != permutation_.rend(); ++dim) {
        PeriodicSet const& indices = both.dims()[as_size(*dim)];
        bool const within_line = as_size(*dim) == fastest;
        lines.push_back(within_line ? indices.clipped({indices.bounds().begin, indices.bounds().begin + 1}) : indices);
    }
    auto const bytes = as_size(permutation_.empty() ? element_bytes_ : both.dims()[fastest].count() * element_bytes_);
    BoxSet(std::move(lines)).for_each([&](std::span<Index const> index) { // slowest dimension first
        Index from = 0;
        Index to = 0;
        for (std::size_t i = 0; i < index.size(); ++i) {
            auto const d = as_size(permutation_[index.size() - 1 - i]);
            from += (index[i] - old.dims()[d].bounds().begin) * old_strides[d];
            to += (index[i] - section_.dims()[d].bounds().begin) * strides_[d];
        }
        std::memmove(memory_.data() + to, memory_.data() + from, bytes);
    });
}

} // namespace tessera
