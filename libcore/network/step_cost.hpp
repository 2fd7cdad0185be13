// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how long one step of a schedule takes on a machine, with and without contention.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/network/link_loads.hpp"
#include "libcore/network/machine.hpp"
#include "libcore/network/pattern_loads.hpp"
#include "libcore/schedule/schedule.hpp"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// What a step asks of its busiest ranks, before any network is looked at. One-port steps send one message per rank, so that
/// `sends` is 1 and `sent_bytes` the longest message.
struct StepVolume {
    Index sends = 0;        ///< most messages any rank sends
    Index sent_bytes = 0;   ///< most bytes any rank sends
    Index longest = 0;      ///< bytes of the longest message: it selects the protocol
    Index copied_bytes = 0; ///< most bytes any rank packs and unpacks
    friend bool operator==(StepVolume const&, StepVolume const&) = default;
};

/// The rates that hold for all messages of a step.
struct StepRates {
    double start = 0;           ///< s until the busiest sender has started its messages, one after another
    double port = 0;            ///< s per byte that a rank sends
    std::optional<double> link; ///< s per byte on a saturated link of capacity 1; absent where the machine lacks it
};
/// Precondition: the machine has rates. Error: it lacks that of the ports for such a step (names it).
[[nodiscard]] Result<StepRates> rates_of(Machine const& machine, StepKind kind, StepVolume const& volume);

/// sends * alpha + sent_bytes * beta: the step's time if no two messages shared a link. beta is beta_ex, beta_sr or beta_s by the
/// kind of the step; a step without messages takes no time. Precondition: the machine has rates. Error: that rate is missing.
[[nodiscard]] Result<double> time_alone(Machine const& machine, StepKind kind, StepVolume const& volume);

struct StepCost {
    StepVolume volume;
    double max_load = 0;              ///< messages over link width: Thakur's f(i)
    double max_load_bytes = 0;        ///< bytes over link width and capacity
    int busiest_link = -1;            ///< one with max_load_bytes; -1: nothing moves
    Index visits = 0;                 ///< how many links were visited to count the loads, see StepLoads
    double demand = 0;                ///< busiest link: time its bytes need over the step's time without contention; may exceed 1
    double utilisation = 0;           ///< busiest link: share of the step's transfer time it is busy; at most 1
    std::optional<double> time;       ///< seconds; absent without rates
    std::optional<double> time_alone; ///< without contention

    /// The cost in bytes, for networks without rates: the busiest port or link, whichever carries more.
    [[nodiscard]] double congested_bytes() const;
};

/// Fills in the times of a step whose volume and loads are known. Precondition: the machine has rates. Error: it lacks one that the
/// step needs (names it).
[[nodiscard]] Result<void> add_times(StepCost& cost, StepKind kind, Machine const& machine);

/// The same step with every message `factor` times as long, on a machine with rates: loads in bytes grow alike, and the protocol is
/// that of the new lengths. Error: as add_times.
[[nodiscard]] Result<StepCost> stretched(StepCost cost, double factor, StepKind kind, Machine const& machine);

/// T(i) = m alpha + max(B beta, F beta_sat), with m the messages and B the bytes of the busiest sender and F the bytes on the
/// busiest link over its width and capacity. For one message of L bytes per rank this is alpha + L max(beta, f(i) beta_sat)
/// (Thakur 4.1.3); where a rank sends several messages in one step (centralized, unscheduled) it starts them one after another. A
/// link that carries no more than a port needs no beta_sat, since beta_sat < beta; a profile without it will do there.
class StepCoster {
  public:
    /// Ranks are positions 0 .. placement.node.size()-1. `machine` may be null. All of it must outlive the coster.
    StepCoster(Topology const& topology, Placement const& placement, Machine const* machine);

    /// Cost: the hops of the step's messages; nothing to speak of where the network knows the step's pattern by formula. Error: the
    /// machine lacks a rate the step needs (names it).
    [[nodiscard]] Result<StepCost> cost(Schedule const& schedule, int step);
    [[nodiscard]] Result<StepCost> cost(std::span<Transfer const> transfers, StepKind kind);

  private:
    struct Port {
        Index sends = 0;
        Index sent_bytes = 0;
        Index copied_bytes = 0;
    };
    [[nodiscard]] StepVolume volume_of(std::span<Transfer const> transfers);
    [[nodiscard]] StepCost measured(StepPattern const& pattern);
    [[nodiscard]] Result<StepCost> with_times(StepCost cost, StepKind kind) const;

    Topology const& topology_;
    Placement const& placement_;
    std::unique_ptr<PatternLoads> patterns_; // null where ranks do not lie on the nodes in order, or the network has no formula
    std::optional<LoadCounter> loads_;       // made when a step has to be walked
    Machine const* machine_;                 // with rates, or null
    std::vector<Port> ports_;
    std::vector<Transfer> transfers_;
};

} // namespace tessera
