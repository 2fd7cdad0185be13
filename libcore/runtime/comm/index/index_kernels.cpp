// SPDX-License-Identifier: BSD-3-Clause
// Tessera: gathers and scatters elements by a list of offsets.
#include "libcore/runtime/comm/index/index_kernels.hpp"

#include <cstring>

namespace tessera {
namespace {

/// Calls `work` with a copy function of constant size for common sizes, so that copying an element takes one or two moves.
template <class Work>
void with_size(Index element_bytes, Work const& work) {
    switch (element_bytes) {
    case 1:
        return work([](std::byte* to, std::byte const* from) { std::memcpy(to, from, 1); });
    case 2:
        return work([](std::byte* to, std::byte const* from) { std::memcpy(to, from, 2); });
    case 4:
        return work([](std::byte* to, std::byte const* from) { std::memcpy(to, from, 4); });
    case 8:
        return work([](std::byte* to, std::byte const* from) { std::memcpy(to, from, 8); });
    case 16:
        return work([](std::byte* to, std::byte const* from) { std::memcpy(to, from, 16); });
    default:
        return work([=](std::byte* to, std::byte const* from) { std::memcpy(to, from, as_size(element_bytes)); });
    }
}

} // namespace

void gather_elements(std::byte const* from, std::span<Index const> places, std::byte* to, Index element_bytes) {
    with_size(element_bytes, [&](auto const& copy) {
        for (std::size_t k = 0; k < places.size(); ++k)
            copy(to + static_cast<Index>(k) * element_bytes, from + places[k] * element_bytes);
    });
}

void scatter_elements(std::byte const* from, std::span<Index const> places, std::byte* to, Index element_bytes) {
    with_size(element_bytes, [&](auto const& copy) {
        for (std::size_t k = 0; k < places.size(); ++k)
            copy(to + places[k] * element_bytes, from + static_cast<Index>(k) * element_bytes);
    });
}

} // namespace tessera
