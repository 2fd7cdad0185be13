// SPDX-License-Identifier: BSD-3-Clause
// Tessera: chunks stored one after another.
#pragma once

#include "libcore/files/access/chunk_addresses.hpp"
#include "libcore/io/stored_shape.hpp"

#include <optional>
#include <span>

namespace tessera {

/// All chunks of a grid, each whole, in the file's order of dimensions. Scratch files have this layout. It is also the best
/// prediction for a new file before it is created.
class GaplessChunks final : public ChunkAddresses {
  public:
    /// `begin`: the first byte of the first chunk.
    GaplessChunks(StoredShape shape, Index element_bytes, Index begin);

    [[nodiscard]] std::optional<Index> address(std::span<Index const> chunk) override;
    [[nodiscard]] Index end() const; ///< the first byte after the last chunk

  private:
    [[nodiscard]] Index along(std::size_t dim) const;

    StoredShape shape_;
    Index bytes_;
    Index begin_;
};

} // namespace tessera
