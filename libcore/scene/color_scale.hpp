// SPDX-License-Identifier: BSD-3-Clause
// Tessera: colours for quantities: the darker, the more.
#pragma once

#include "libcore/scene/color.hpp"

#include <vector>

namespace tessera {

/// From pale green over blue to nearly black. Lightness falls all the way, so that the order survives grey printing and any kind of
/// colour blindness; the palest is darker than an empty cell.
class ColorScale {
  public:
    enum class Kind { Linear, Log };

    /// Logarithmic where the largest is many times the smallest.
    [[nodiscard]] static Kind suited_to(double least, double most) { return most > 64 * least ? Kind::Log : Kind::Linear; }

    /// For values from least to most, 0 < least <= most. A linear scale begins at 0.
    ColorScale(Kind kind, double least, double most);

    [[nodiscard]] Kind kind() const { return kind_; }
    [[nodiscard]] bool is_constant() const { return least_ == most_; } ///< there is one value only
    [[nodiscard]] double begin() const { return kind_ == Kind::Linear ? 0 : least_; }
    [[nodiscard]] double end() const { return most_; }
    /// Where a value stands between the ends, 0 to 1; outside, the nearer end.
    [[nodiscard]] double place(double value) const;
    [[nodiscard]] Color at(double value) const;
    /// Powers of two on a logarithmic scale, multiples of one on a linear one; at most `most` of them.
    [[nodiscard]] std::vector<double> ticks(int most) const;

  private:
    Kind kind_;
    double least_;
    double most_;
};

/// The colour of a share between 0 and 1.
[[nodiscard]] Color quantity_color(double share);

} // namespace tessera
