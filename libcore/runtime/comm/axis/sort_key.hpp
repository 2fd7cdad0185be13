// SPDX-License-Identifier: BSD-3-Clause
// Tessera: elements of any type as numbers that sort alike.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/array_spec.hpp"

#include <cstddef>
#include <cstdint>

namespace tessera {

/// Of two elements the smaller one has the smaller key. Both zeros of floats have one key; NaNs are all the same, and the largest.
class SortKey {
  public:
    /// Error: elements of the type have no order: they are no integers of 8 to 64 bits, booleans, float32 or float64.
    [[nodiscard]] static Result<SortKey> make(ElementType const& type);

    [[nodiscard]] std::uint64_t of(std::byte const* element) const { return read_(element); }

  private:
    using Read = std::uint64_t (*)(std::byte const*);
    explicit SortKey(Read read) : read_(read) {}
    Read read_;
};

} // namespace tessera
