// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how far two results may differ that combine the same elements in different orders.
#pragma once

#include "libcore/runtime/move/copy/combiner.hpp"

#include <cstddef>
#include <vector>

namespace tessera::cli {

/// Sums and products of floats are rounded at every step, so that other orders give other bits: of n elements two sums lie within
/// 2 n u S of each other, u being the unit of rounding and S the sum of the absolute values; two products within 4 n u of
/// themselves (Higham, Accuracy and Stability of Numerical Algorithms, 3.1 and 4.2; products of complex numbers 3.6). Everything
/// else is the same to the last bit, up to which zero and which NaN it is.
class RoundingBound {
  public:
    /// `rounds`: is anything rounded at all? Generated elements are made so that nothing is.
    RoundingBound(Combiner const& combiner, bool rounds);

    /// One more element was combined.
    void add(std::byte const* element);
    /// None was.
    void reset();
    /// May both be results of combining what was added?
    [[nodiscard]] bool allows(std::byte const* found, std::byte const* expected) const;

  private:
    using Numbers = std::vector<long double>;
    /// The components of an element: one, or the two of a complex number.
    [[nodiscard]] Numbers numbers_of(std::byte const* element) const;

    Combiner combiner_;
    bool rounds_;
    int components_ = 1;
    Index component_bytes_ = 8;
    bool floats_ = false;
    long double count_ = 0;
    Numbers magnitudes_; // of the components
};

} // namespace tessera::cli
