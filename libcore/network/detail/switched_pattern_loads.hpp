// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the link loads of regular steps on networks with one shared switch or medium.
#pragma once

#include "libcore/network/pattern_loads.hpp"

namespace tessera::detail {

/// Every message uses its sender's link, 2 p, and its receiver's link, 2 p + 1.
class CrossbarPatternLoads final : public PatternLoads {
  public:
    explicit CrossbarPatternLoads(int nodes) : nodes_(nodes) {}

    [[nodiscard]] bool knows(StepPattern const&) const override { return true; }
    [[nodiscard]] PatternPeak peak(StepPattern const& pattern) override;
    [[nodiscard]] std::vector<Index> messages(StepPattern const& pattern) override;

  private:
    int nodes_;
};

/// Every message uses the one link.
class BusPatternLoads final : public PatternLoads {
  public:
    [[nodiscard]] bool knows(StepPattern const&) const override { return true; }
    [[nodiscard]] PatternPeak peak(StepPattern const& pattern) override;
    [[nodiscard]] std::vector<Index> messages(StepPattern const& pattern) override { return {pattern.transfers()}; }
};

} // namespace tessera::detail
