// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the filters chunks of HDF5 files pass through.
#pragma once

#include "libcore/base/index.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace tessera {

/// In this order: bytes are shuffled (all first bytes of the elements, then all second ones, ...), then deflated.
struct ChunkFilters {
    bool shuffle = false;
    std::optional<int> deflate = std::nullopt; ///< level 0 to 9
    friend bool operator==(ChunkFilters const&, ChunkFilters const&) = default;

    [[nodiscard]] bool any() const { return shuffle || deflate; }
};

/// "shuffle, deflate 4"; "none".
[[nodiscard]] std::string describe(ChunkFilters const& filters);

/// Encodes a chunk and returns how long it has become. `scratch`: room for the chunk; `encoded`: for
/// most_encoded_bytes() of it. Throws std::runtime_error where zlib fails.
[[nodiscard]] Index encode(ChunkFilters const& filters, std::span<std::byte const> chunk, Index element_bytes,
                           std::span<std::byte> scratch, std::span<std::byte> encoded);

} // namespace tessera
