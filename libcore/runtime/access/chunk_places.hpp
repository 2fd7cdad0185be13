// SPDX-License-Identifier: BSD-3-Clause
// Tessera: where the chunks of a file begin.
#pragma once

#include "libcore/base/index.hpp"

#include <optional>
#include <span>

namespace tessera {

class ChunkPlaces {
  public:
    virtual ~ChunkPlaces() = default;
    /// The first byte of the chunk with these numbers, one per dimension; nothing where it is not stored.
    [[nodiscard]] virtual std::optional<Index> address(std::span<Index const> chunk) = 0;
    /// How many of all chunks are stored, where somebody counts. Failures throw.
    [[nodiscard]] virtual std::optional<Index> stored_chunks() { return std::nullopt; }
};

/// The one chunk of a file that is not cut.
class OnePlace final : public ChunkPlaces {
  public:
    explicit OnePlace(Index begin) : begin_(begin) {}
    [[nodiscard]] std::optional<Index> address(std::span<Index const>) override { return begin_; }

  private:
    Index begin_;
};

/// Nothing is stored.
class NoPlaces final : public ChunkPlaces {
  public:
    [[nodiscard]] std::optional<Index> address(std::span<Index const>) override { return std::nullopt; }
};

} // namespace tessera
