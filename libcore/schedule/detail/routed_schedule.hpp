// SPDX-License-Identifier: BSD-3-Clause
// Tessera: store-and-forward schedules whose blocks move by a formula.
#pragma once

#include "libcore/schedule/detail/transfer_table.hpp"
#include "libcore/schedule/schedule.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tessera::detail {

/// A formula for the routes. In each step a position sends to one target, and every block has one route. It offers two views: the
/// hops of a block, and the blocks of a transfer.
class Routes {
  public:
    virtual ~Routes() = default;
    [[nodiscard]] virtual int steps() const = 0;
    [[nodiscard]] virtual int target(int position, int step) const = 0;
    [[nodiscard]] virtual int source(int position, int step) const = 0;
    /// Visits the hops of the block between two different positions.
    virtual void route(int from, int to, std::function<void(int step, int at, int next)> const& visit) const = 0;
    /// Visits the origin and the destination of every block that leaves a position in a step, in an all-to-all.
    virtual void carried(int position, int step, std::function<void(int from, int to)> const& visit) const = 0;
    /// Returns the number of those blocks.
    [[nodiscard]] virtual Index carried_count(int position, int step) const = 0;
    /// The targets of a step as one formula. All positions carry the same number of blocks.
    struct Formula {
        StepPattern::Shape shape = StepPattern::Shape::Shift;
        int amount = 0;
    };
    [[nodiscard]] virtual Formula formula(int step) const = 0;
};

/// The number of bytes that every position sends in every step. Cost: the hops of all messages.
class RouteVolumes {
  public:
    RouteVolumes(MessageSet const& messages, Routes const& routes);
    [[nodiscard]] Index bytes(int position, int step) const { return bytes_[as_size(step) * size_ + as_size(position)]; }

  private:
    std::size_t size_;
    std::vector<Index> bytes_; // indexed by step, then position
};

/// A formula answers for an all-to-all. Other message sets use a table: the volumes of all steps and positions, if these are not
/// more numbers than there are messages; otherwise the hops of the messages.
class RoutedSchedule final : public Schedule {
  public:
    RoutedSchedule(std::string algorithm, MessageSet messages, std::unique_ptr<Routes const> routes, StepKind kind);

    [[nodiscard]] int steps() const override { return routes_->steps(); }
    [[nodiscard]] StepKind kind(int) const override { return kind_; }
    [[nodiscard]] bool store_and_forward() const override { return true; }
    void sends(int position, int step, std::vector<Transfer>& out) const override;
    void receives(int position, int step, std::vector<Transfer>& out) const override;
    [[nodiscard]] std::vector<Block> blocks(Transfer const& transfer, int step) const override;
    bool visit_hops(int from, int to, HopVisitor const& visit) const override {
        routes_->route(from, to, visit);
        return true;
    }
    [[nodiscard]] std::optional<StepPattern> pattern(int step) const override;

  private:
    [[nodiscard]] TransferTable tabulate() const;
    [[nodiscard]] Index bytes(int from, int to, int step) const;
    void add(int from, int to, int step, std::vector<Transfer>& out) const;

    std::unique_ptr<Routes const> routes_;
    StepKind kind_;
    std::optional<RouteVolumes> volumes_;
    std::optional<TransferTable> table_;
};

} // namespace tessera::detail
