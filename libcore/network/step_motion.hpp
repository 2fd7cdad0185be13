// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the progress of the messages of a step at any time, by the rates of the predicted time.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/network/site.hpp"
#include "libcore/network/step_cost.hpp"
#include "libcore/schedule/schedule.hpp"

#include <span>
#include <vector>

namespace tessera {

/// A message of a step on its way through its sender's port (stage 0) and over the links of its route (stages 1, 2, ...).
struct MovingMessage {
    Transfer transfer;
    std::vector<int> route;   ///< links, in order
    std::vector<double> ends; ///< indexed by stage: time when the last byte has passed it; never decreases

    [[nodiscard]] double end() const { return ends.back(); }
    /// Returns the bytes that have passed a stage at a time since the messages were started.
    [[nodiscard]] double passed(std::size_t stage, double time) const;
    /// Returns the bytes that wait before a link of the route: they have passed the previous stage, but not the link.
    [[nodiscard]] double waiting(std::size_t link, double time) const { return passed(link, time) - passed(link + 1, time); }
};

/// A leg: a part of a message moves at a constant rate over consecutive links of its route. Between two legs it waits before the
/// first link of the second.
struct ParcelLeg {
    std::size_t first = 0; ///< link of the route
    std::size_t end = 0;   ///< one past the last link
    double begins = 0;
    double ends = 0;
    friend bool operator==(ParcelLeg const&, ParcelLeg const&) = default;
};

/// Returns the legs of one of `parcels` equal parts of a message. The part crosses a link while its bytes do. Links that do not
/// delay it further join the leg before them.
[[nodiscard]] std::vector<ParcelLeg> legs_of(MovingMessage const& message, int parcel, int parcels);

/// The state of one link at one time, in bytes of all messages that cross it.
struct LinkMoment {
    double coming = 0;  ///< bytes that have not reached the link
    double waiting = 0; ///< bytes that wait before it
    double passed = 0;  ///< bytes that have crossed it
    double busy = 0;    ///< share of its capacity in use
};

/// Interprets T(i) = m alpha + max(B beta, F beta_sat) as motion. First all messages are started. Then every port and every link
/// divides its capacity among its messages, in proportion to their bytes. A message's last byte passes a stage at the largest value
/// of B beta and F beta_sat over the stages so far. B and F are those of its own port and links. So the step ends when the model
/// predicts, and no port and no link exceeds its capacity. Data waits before links that have more to carry than the links before
/// them. Without a machine's rates a byte takes time 1 everywhere, as in StepCost::congested_bytes.
class StepMotion {
  public:
    /// Computes the motion. Cost: the hops of the step's messages, and the links of the network.
    /// Errors: as cost_of; more than `most_moving_messages`. Precondition: a step of the schedule.
    [[nodiscard]] static Result<StepMotion> of(Schedule const& schedule, int step, Site const& site);

    [[nodiscard]] std::span<MovingMessage const> messages() const { return messages_; }
    [[nodiscard]] StepCost const& cost() const { return cost_; }
    /// Returns the time until all messages are started, in seconds (bytes without rates). Nothing moves before.
    [[nodiscard]] double start() const { return start_; }
    /// Returns the time until the last byte has arrived, in seconds (bytes without rates): the model's prediction for the step.
    [[nodiscard]] double duration() const { return start_ + transfer_; }
    /// Returns the state of each link. `time` counts from the begin of the step.
    [[nodiscard]] std::vector<LinkMoment> links_at(double time) const;

    /// A period of constant load of a link: the share `busy` of its capacity is in use `until` a time since the messages were
    /// started.
    struct LoadPeriod {
        double until = 0;
        double busy = 0;
    };
    [[nodiscard]] std::vector<std::vector<LoadPeriod>> load_periods() const;

  private:
    void add(Transfer const& transfer, Site const& site);
    void find_ends(Site const& site, StepRates const& rates, StepLoads const& loads);

    StepCost cost_;
    std::vector<MovingMessage> messages_;
    std::vector<double> capacity_; // indexed by link: bytes in a second
    double start_ = 0;
    double transfer_ = 0;
};

inline constexpr Index most_moving_messages = 20'000;

} // namespace tessera
