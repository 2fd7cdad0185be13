// SPDX-License-Identifier: BSD-3-Clause
// Tessera: verifies elements after filters that may change them.
#pragma once

#include "libcore/files/codec/codec.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

namespace tessera {

/// Changes that filters may make to an element.
struct ElementRounding {
    std::vector<std::byte> meaning;           ///< mask as long as an element: the bits that carry its value
    std::optional<int> digits = std::nullopt; ///< for floats of 4 or 8 bytes: the largest change is 10^-digits
    bool big_endian = false;                  ///< for floats
    friend bool operator==(ElementRounding const&, ElementRounding const&) = default;
};

/// An element would not be preserved by the filters.
class ElementNotPreserved : public std::runtime_error {
  public:
    ElementNotPreserved(Index number, std::string const& what) : std::runtime_error(what), number_(number) {}
    [[nodiscard]] Index number() const { return number_; } ///< number of the element in its chunk, in stored order
  private:
    Index number_;
};

/// Verifies chunks after encoding, and collects the largest change.
class RoundTrip {
  public:
    RoundTrip(ElementRounding rounding, Index chunk_bytes) : rounding_(std::move(rounding)), chunk_bytes_(chunk_bytes) {}

    /// Decodes `encoded`, which the chain has just made of `elements`, into `elements`: the values that every reader will get.
    /// Throws ElementNotPreserved if a change is not allowed; DamagedBytes if the chunk cannot be decoded.
    void take(std::span<std::byte> elements, std::span<std::byte const> encoded, CodecChain& chain);
    /// Returns the largest change of a float so far.
    [[nodiscard]] double largest() const { return largest_; }
    [[nodiscard]] bool rounds() const { return rounding_.digits.has_value(); }
    [[nodiscard]] Index memory() const { return chunk_bytes_; }

  private:
    void compare(Index number, std::span<std::byte const> before, std::span<std::byte const> after);

    ElementRounding rounding_;
    Index chunk_bytes_;
    std::vector<std::byte> before_;
    double largest_ = 0;
};

} // namespace tessera
