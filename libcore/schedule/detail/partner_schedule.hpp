// SPDX-License-Identifier: BSD-3-Clause
// Tessera: schedules in which a formula gives each rank at most one partner to send to and one to receive from.
#pragma once

#include "libcore/schedule/schedule.hpp"

#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace tessera::detail {

/// A direct schedule defined by each position's partner. Pairs without a message are skipped, so the set may be sparse.
class PartnerSchedule : public Schedule {
  public:
    [[nodiscard]] int steps() const final { return steps_; }
    [[nodiscard]] StepKind kind(int) const override { return kind_; }
    void sends(int position, int step, std::vector<Transfer>& out) const final;
    void receives(int position, int step, std::vector<Transfer>& out) const final;
    bool visit_hops(int from, int to, HopVisitor const& visit) const final;
    [[nodiscard]] std::optional<StepPattern> pattern(int step) const final;
    /// Visits the transfers of a step. The cost of all steps together is the number of pairs of ranks, or the number of messages if
    /// fewer than a quarter of the pairs have one.
    void for_each_transfer(int step, std::function<void(Transfer const&)> const& visit) const final;

  protected:
    static constexpr int nobody = -1;

    PartnerSchedule(std::string algorithm, MessageSet messages, int steps, StepKind kind)
        : Schedule(std::move(algorithm), std::move(messages)), steps_(steps), kind_(kind) {}

    /// Returns the position that a position sends to in a step, or nobody.
    [[nodiscard]] virtual int target(int position, int step) const = 0;
    /// Returns the position that a position receives from: the inverse of target.
    [[nodiscard]] virtual int source(int position, int step) const = 0;
    /// Returns the step in which two positions with a message are partners.
    [[nodiscard]] virtual int step_of(int from, int to) const = 0;
    /// The partners in an all-to-all as one formula.
    struct Formula {
        StepPattern::Shape shape = StepPattern::Shape::Shift;
        int amount = 0;
        int offset = 0;
    };
    [[nodiscard]] virtual std::optional<Formula> formula(int step) const = 0;

  private:
    /// All messages, step by step.
    struct Listed {
        std::vector<std::size_t> start; // steps + 1
        std::vector<Transfer> transfers;
    };

    void add(int from, int to, std::vector<Transfer>& out) const;
    [[nodiscard]] Listed listed() const;

    int steps_;
    StepKind kind_;
    mutable std::once_flag made_;
    mutable Listed by_step_; // filled on first use, if the set has few messages
};

} // namespace tessera::detail
