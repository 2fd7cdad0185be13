// SPDX-License-Identifier: BSD-3-Clause
// Tessera: chunks that lie one behind the other.
#pragma once

#include "libcore/io/stored_shape.hpp"
#include "libcore/runtime/access/chunk_places.hpp"

#include <optional>
#include <span>

namespace tessera {

/// All of a grid, each whole, in the file's order of dimensions: those of a scratch file, and, as far as can be told before it is
/// made, those of any new file.
class GaplessChunks final : public ChunkPlaces {
  public:
    /// `begin`: the first byte of the first.
    GaplessChunks(StoredShape shape, Index element_bytes, Index begin);

    [[nodiscard]] std::optional<Index> address(std::span<Index const> chunk) override;
    [[nodiscard]] Index end() const; ///< the first byte behind the last

  private:
    [[nodiscard]] Index along(std::size_t dim) const;

    StoredShape shape_;
    Index bytes_;
    Index begin_;
};

} // namespace tessera
