// SPDX-License-Identifier: BSD-3-Clause
// Tessera: sort keys of elements as 64-bit numbers.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/array_spec.hpp"

#include <cstddef>
#include <cstdint>

namespace tessera {

/// Maps elements to keys: the smaller element has the smaller key. Both zeros of floats have the same key. All NaNs have the
/// same key, which is the largest.
class SortKey {
  public:
    /// Error: elements of the type have no order. Only integers of 8 to 64 bits, booleans, float32 and float64 have one.
    [[nodiscard]] static Result<SortKey> make(ElementType const& type);

    [[nodiscard]] std::uint64_t of(std::byte const* element) const { return read_(element); }

  private:
    using Read = std::uint64_t (*)(std::byte const*);
    explicit SortKey(Read read) : read_(read) {}
    Read read_;
};

} // namespace tessera
