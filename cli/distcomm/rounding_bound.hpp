// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the largest difference between two results that combine the same elements in different orders.
#pragma once

#include "libcore/runtime/move/copy/combiner.hpp"

#include <cstddef>
#include <vector>

namespace tessera::cli {

/// Sums and products of floats are rounded at every step, so different orders give different bits. Two sums of n elements differ by
/// at most 2 n u S, where u is the unit roundoff and S the sum of the absolute values. Two products differ by at most 4 n u times
/// their value (Higham, Accuracy and Stability of Numerical Algorithms, 3.1 and 4.2; products of complex numbers 3.6). All other
/// results are equal in every bit, except for the sign of zero and the kind of NaN.
class RoundingBound {
  public:
    /// `rounds`: whether rounding occurs. Generated elements avoid it.
    RoundingBound(Combiner const& combiner, bool rounds);

    /// Counts one more combined element.
    void add(std::byte const* element);
    /// Starts again without elements.
    void reset();
    /// Returns whether both can be results of combining the added elements.
    [[nodiscard]] bool allows(std::byte const* found, std::byte const* expected) const;

  private:
    using Numbers = std::vector<long double>;
    /// Returns the components of an element: one, or the two of a complex number.
    [[nodiscard]] Numbers numbers_of(std::byte const* element) const;

    Combiner combiner_;
    bool rounds_;
    int components_ = 1;
    Index component_bytes_ = 8;
    bool floats_ = false;
    long double count_ = 0;
    Numbers magnitudes_; // one per component
};

} // namespace tessera::cli
