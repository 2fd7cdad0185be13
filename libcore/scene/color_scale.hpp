// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a colour scale for quantities; darker means more.
#pragma once

#include "libcore/scene/color.hpp"

#include <vector>

namespace tessera {

/// A scale from pale green over blue to nearly black. Lightness decreases monotonically, so the order survives grey printing and
/// every kind of colour blindness. The palest colour is darker than an empty cell.
class ColorScale {
  public:
    enum class Kind { Linear, Log };

    /// Returns Log if the largest value is more than 64 times the smallest.
    [[nodiscard]] static Kind suited_to(double least, double most) { return most > 64 * least ? Kind::Log : Kind::Linear; }

    /// Makes a scale for values from least to most, 0 < least <= most. A linear scale begins at 0.
    ColorScale(Kind kind, double least, double most);

    [[nodiscard]] Kind kind() const { return kind_; }
    [[nodiscard]] bool is_constant() const { return least_ == most_; } ///< least and most are equal
    [[nodiscard]] double begin() const { return kind_ == Kind::Linear ? 0 : least_; }
    [[nodiscard]] double end() const { return most_; }
    /// Returns the position of a value between the ends, 0 to 1. Values outside get the nearer end.
    [[nodiscard]] double place(double value) const;
    [[nodiscard]] Color at(double value) const;
    /// Returns powers of two on a logarithmic scale, and multiples of a power of two on a linear one; at most `most` of them.
    [[nodiscard]] std::vector<double> ticks(int most) const;

  private:
    Kind kind_;
    double least_;
    double most_;
};

/// Returns the colour of a share between 0 and 1.
[[nodiscard]] Color quantity_color(double share);

} // namespace tessera
