// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the time of one step of a schedule on a machine, with and without contention.
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
#include <string>
#include <vector>

namespace tessera {

/// The traffic of a step's busiest ranks, independent of the network. One-port steps send one message per rank, so `sends` is 1 and
/// `sent_bytes` is the longest message.
struct StepVolume {
    Index sends = 0;        ///< largest number of messages that one rank sends
    Index sent_bytes = 0;   ///< largest number of bytes that one rank sends
    Index longest = 0;      ///< bytes of the longest message, which selects the protocol
    Index copied_bytes = 0; ///< largest number of bytes that one rank packs and unpacks
    friend bool operator==(StepVolume const&, StepVolume const&) = default;
};

/// The rates of all messages of a step.
struct StepRates {
    double start = 0;           ///< seconds until the busiest sender has started its messages, one after another
    double port = 0;            ///< seconds per byte that a rank sends
    std::optional<double> link; ///< seconds per byte on a saturated link of capacity 1; absent if the machine lacks it
};
/// Returns the rates of a step. Precondition: the machine has rates. Error: it lacks the port rate for such a step (names it).
[[nodiscard]] Result<StepRates> rates_of(Machine const& machine, StepKind kind, StepVolume const& volume);

/// Returns sends * alpha + sent_bytes * beta: the step's time if no two messages share a link. beta is beta_ex, beta_sr or beta_s,
/// depending on the kind of the step. A step without messages takes no time. Precondition: the machine has rates. Error: that rate
/// is missing.
[[nodiscard]] Result<double> time_alone(Machine const& machine, StepKind kind, StepVolume const& volume);

struct StepCost {
    StepVolume volume;
    double max_load = 0;              ///< messages over link width: Thakur's f(i)
    double max_load_bytes = 0;        ///< bytes over link width and capacity
    int busiest_link = -1;            ///< a link with max_load_bytes; -1: nothing moves
    Index visits = 0;                 ///< number of links visited to count the loads, see StepLoads
    double demand = 0;                ///< busiest link: the time of its bytes over the step's time without contention; may exceed 1
    double utilisation = 0;           ///< busiest link: the share of the step's transfer time in which it is busy; at most 1
    std::optional<double> time;       ///< seconds; absent without rates
    std::optional<double> time_alone; ///< without contention
    char const* lack = nullptr;       ///< name of the rate that the machine lacks for this step; then the times are absent

    /// Returns the cost in bytes, for machines without rates: the bytes of the busiest port or link, whichever carries more.
    [[nodiscard]] double congested_bytes() const;
};

/// Computes the times of a step from its volume and loads, or the rate that it lacks. Precondition: the machine has rates.
void add_times(StepCost& cost, StepKind kind, Machine const& machine);

/// Returns "the machine profile of delta has no beta_s for messages of 8 bytes". Precondition: the step lacks a rate.
[[nodiscard]] std::string lack_of_rate(Machine const& machine, StepCost const& cost);

/// Returns the cost of the same step with every message `factor` times as long, on a machine with rates. Loads in bytes scale with
/// the factor. The new lengths select the protocol.
[[nodiscard]] StepCost stretched(StepCost cost, double factor, StepKind kind, Machine const& machine);

/// Computes T(i) = m alpha + max(B beta, F beta_sat). Here m and B are the messages and bytes of the busiest sender. F is the bytes
/// on the busiest link over its width and capacity. For one message of L bytes per rank this is alpha + L max(beta, f(i) beta_sat)
/// (Thakur 4.1.3). A rank that sends several messages in one step (centralized, unscheduled) starts them one after another. A link
/// that carries no more than a port needs no beta_sat, since beta_sat < beta; then the profile may lack it.
class StepCoster {
  public:
    /// Ranks are positions 0 .. placement.node.size()-1. `machine` may be null. All arguments must outlive the coster.
    StepCoster(Topology const& topology, Placement const& placement, Machine const* machine);

    /// Computes the cost of a step. Cost: the hops of the step's messages; negligible if the network has a formula for the step.
    [[nodiscard]] StepCost cost(Schedule const& schedule, int step);
    [[nodiscard]] StepCost cost(std::span<Transfer const> transfers, StepKind kind);
    /// Returns the text of lack_of_rate, or nothing if the step lacks no rate.
    [[nodiscard]] std::string lack(StepCost const& cost) const;

  private:
    struct Port {
        Index sends = 0;
        Index sent_bytes = 0;
        Index copied_bytes = 0;
    };
    [[nodiscard]] StepVolume volume_of(std::span<Transfer const> transfers);
    [[nodiscard]] StepCost measured(StepPattern const& pattern);
    [[nodiscard]] StepCost with_times(StepCost cost, StepKind kind) const;

    Topology const& topology_;
    Placement const& placement_;
    std::unique_ptr<PatternLoads> patterns_; // null if ranks are not on the nodes in order, or the network has no formulas
    std::optional<LoadCounter> loads_;       // made when the messages of a step have to be visited
    Machine const* machine_;                 // null, or a machine with rates
    std::vector<Port> ports_;
    std::vector<Transfer> transfers_;
};

} // namespace tessera
