// SPDX-License-Identifier: BSD-3-Clause
// Tessera: elements that pass through filters which may change them, and come back.
#pragma once

#include "libcore/runtime/codec/codec.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

namespace tessera {

/// What filters may do to an element.
struct ElementRounding {
    std::vector<std::byte> meaning;           ///< as long as an element: its bits that must come back, or stand for what must
    std::optional<int> digits = std::nullopt; ///< of floats of 4 or 8 bytes: they change by less than 10^-digits
    bool big_endian = false;                  ///< floats
    friend bool operator==(ElementRounding const&, ElementRounding const&) = default;
};

/// An element would come back as another one.
class ElementLost : public std::runtime_error {
  public:
    ElementLost(Index number, std::string const& what) : std::runtime_error(what), number_(number) {}
    [[nodiscard]] Index number() const { return number_; } ///< of the element in its chunk, as it is stored
  private:
    Index number_;
};

/// Sees what became of chunk after chunk.
class RoundTrip {
  public:
    RoundTrip(ElementRounding rounding, Index chunk_bytes) : rounding_(std::move(rounding)), chunk_bytes_(chunk_bytes) {}

    /// `elements`: of a chunk that the chain has just made `encoded` of. Sets them to what every reader will get. Throws
    /// ElementLost where that is not what may become of them; DamagedBytes where nobody could read it.
    void take(std::span<std::byte> elements, std::span<std::byte const> encoded, CodecChain& chain);
    /// The most that a float has changed by so far.
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
