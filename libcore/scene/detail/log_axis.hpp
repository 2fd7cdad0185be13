// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a logarithmic axis of a chart.
#pragma once

#include <vector>

namespace tessera::detail {

/// Maps values from `low` to `high` (0 < low < high) to pixels; `begin` is the pixel of low.
class LogAxis {
  public:
    LogAxis(double low, double high, double begin, double end) : low_(low), high_(high), begin_(begin), end_(end) {}

    [[nodiscard]] double low() const { return low_; }
    [[nodiscard]] double high() const { return high_; }
    [[nodiscard]] double at(double value) const;

    /// Returns powers of two with at least `room` pixels between them: every one, every 2nd, 4th, ... power.
    [[nodiscard]] std::vector<double> powers_of_two(double room) const;
    /// Returns 1, 2, 5, 10, 20, ... or, if these are too dense, powers of ten.
    [[nodiscard]] std::vector<double> decimal_ticks(double room) const;

  private:
    double low_;
    double high_;
    double begin_;
    double end_;
};

/// Returns positions nearest to the wanted ones, at least `distance` apart and, if possible, within [low, high]. They are in the
/// order of `wanted`.
[[nodiscard]] std::vector<double> spread(std::vector<double> const& wanted, double distance, double low, double high);

} // namespace tessera::detail
