// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the link loads of regular steps on the two fat trees.
#pragma once

#include "libcore/network/detail/switched_pattern_loads.hpp"
#include "libcore/network/trees.hpp"

#include <vector>

namespace tessera::detail {

/// A bundle of the CM-5's tree carries the messages that leave or enter the nodes below it. These nodes are consecutive, so a
/// formula counts the messages that stay among them. Cost of a step: the subtrees, or their levels if all subtrees of a level are
/// alike.
class Cm5PatternLoads final : public PatternLoads {
  public:
    /// The tree must outlive the object.
    explicit Cm5PatternLoads(Cm5Tree const& tree) : tree_(tree) {}

    [[nodiscard]] bool knows(StepPattern const& pattern) const override;
    [[nodiscard]] PatternPeak peak(StepPattern const& pattern) override;
    [[nodiscard]] std::vector<Index> messages(StepPattern const& pattern) override;

  private:
    /// The positions below one bundle: begin <= position < end.
    struct Subtree {
        int begin = 0;
        int end = 0;
    };
    /// The messages that go up from a subtree, and those that come down into it.
    struct Crossing {
        Index up = 0;
        Index down = 0;
    };

    [[nodiscard]] Subtree subtree(StepPattern const& pattern, int level, int index) const;
    [[nodiscard]] static Index staying(StepPattern const& pattern, Subtree const& part);
    [[nodiscard]] static Crossing crossing(StepPattern const& pattern, Subtree const& part);

    Cm5Tree const& tree_;
};

/// If all nodes have one partner, D-mod-k routing gives each link at most one message: the link names the digits that determine the
/// message. So the ports of the nodes are the busiest links, as on a crossbar, whose links have the same numbers. The same is true
/// for the nodes of one subtree.
class FatTreePatternLoads final : public PatternLoads {
  public:
    /// The tree must outlive the object.
    explicit FatTreePatternLoads(FatTree const& tree) : tree_(tree), ports_(tree.nodes()) {}

    [[nodiscard]] bool knows(StepPattern const& pattern) const override { return tree_.has_subtree_of(pattern.size); }
    [[nodiscard]] PatternPeak peak(StepPattern const& pattern) override { return ports_.peak(pattern); }
    [[nodiscard]] std::vector<Index> messages(StepPattern const& pattern) override;

  private:
    FatTree const& tree_;
    CrossbarPatternLoads ports_;
};

} // namespace tessera::detail
