// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the addresses of a file's chunks.
#pragma once

#include "libcore/base/index.hpp"

#include <optional>
#include <span>

namespace tessera {

class ChunkAddresses {
  public:
    virtual ~ChunkAddresses() = default;
    /// Returns the address of the chunk's first byte. `chunk`: one number per dimension. Empty if the chunk is not stored.
    [[nodiscard]] virtual std::optional<Index> address(std::span<Index const> chunk) = 0;
    /// Returns how many chunks are stored, if the class counts them. Throws on failure.
    [[nodiscard]] virtual std::optional<Index> stored_chunks() { return std::nullopt; }
};

/// The only chunk of a file with contiguous storage.
class ContiguousAddress final : public ChunkAddresses {
  public:
    explicit ContiguousAddress(Index begin) : begin_(begin) {}
    [[nodiscard]] std::optional<Index> address(std::span<Index const>) override { return begin_; }

  private:
    Index begin_;
};

/// A file without any stored chunk.
class NoAddresses final : public ChunkAddresses {
  public:
    [[nodiscard]] std::optional<Index> address(std::span<Index const>) override { return std::nullopt; }
};

} // namespace tessera
