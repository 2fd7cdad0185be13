// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how far the messages of a step have come at any time, by the rates that the step's time is predicted with.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/network/site.hpp"
#include "libcore/network/step_cost.hpp"
#include "libcore/schedule/schedule.hpp"

#include <span>
#include <vector>

namespace tessera {

/// A message of a step, on its way through its sender's port (stage 0) and over the links of its route (stages 1, 2, ...).
struct MovingMessage {
    Transfer transfer;
    std::vector<int> route;   ///< links, in order
    std::vector<double> ends; ///< by stage: when the last byte has passed it; never decreases

    [[nodiscard]] double end() const { return ends.back(); }
    /// The bytes that have passed a stage, by a time since the messages were started.
    [[nodiscard]] double passed(std::size_t stage, double time) const;
    /// Those that wait before a link of the route: they have passed the stage before, and not the link.
    [[nodiscard]] double waiting(std::size_t link, double time) const { return passed(link, time) - passed(link + 1, time); }
};

/// A part of a message moves evenly over consecutive links of its route. Between two legs it waits before the link of the second.
struct ParcelLeg {
    std::size_t first = 0; ///< link of the route
    std::size_t end = 0;   ///< the one behind the last
    double begins = 0;
    double ends = 0;
    friend bool operator==(ParcelLeg const&, ParcelLeg const&) = default;
};

/// The legs of one of `parcels` equal parts of a message: it crosses a link while its bytes do. Those of links that hold it up
/// no more than what came before are one leg.
[[nodiscard]] std::vector<ParcelLeg> legs_of(MovingMessage const& message, int parcel, int parcels);

/// What is at one link at one time, in bytes of all messages that cross it.
struct LinkMoment {
    double coming = 0;  ///< have not got to the link
    double waiting = 0; ///< wait before it
    double passed = 0;  ///< have crossed it
    double busy = 0;    ///< the share of what it can carry that it carries now
};

/// T(i) = m alpha + max(B beta, F beta_sat), read as motion: all messages are started first; then every port and every link gives
/// each message that passes through a share of what it can carry, in proportion to its bytes. A message's last byte has passed a
/// stage after the longest of the stages up to there, B beta or F beta_sat with the B and F of its own port and links; so the step
/// ends when the model says, no port and no link carries more than it can, and what waits does so before the links that have more
/// to carry than those before them. Without a machine's rates a byte takes 1 everywhere, as in StepCost::congested_bytes.
class StepMotion {
  public:
    /// Cost: the hops of the step's messages, and the links of the network.
    /// Errors: as cost_of; more than `most_moving_messages`. Precondition: a step of the schedule.
    [[nodiscard]] static Result<StepMotion> of(Schedule const& schedule, int step, Site const& site);

    [[nodiscard]] std::span<MovingMessage const> messages() const { return messages_; }
    [[nodiscard]] StepCost const& cost() const { return cost_; }
    /// Seconds (bytes without rates) until all messages are started: nothing moves before.
    [[nodiscard]] double start() const { return start_; }
    /// Until the last byte has arrived, in seconds (bytes without rates): what the model predicts for the step.
    [[nodiscard]] double duration() const { return start_ + transfer_; }
    /// By link. `time`: since the step began.
    [[nodiscard]] std::vector<LinkMoment> links_at(double time) const;

    /// By link: the share of what it can carry that it carries until a time since the messages were started, and from there on.
    struct Spell {
        double until = 0;
        double busy = 0;
    };
    [[nodiscard]] std::vector<std::vector<Spell>> spells() const;

  private:
    void add(Transfer const& transfer, Site const& site);
    void find_ends(Site const& site, StepRates const& rates, StepLoads const& loads);

    StepCost cost_;
    std::vector<MovingMessage> messages_;
    std::vector<double> capacity_; // by link: bytes in a second
    double start_ = 0;
    double transfer_ = 0;
};

inline constexpr Index most_moving_messages = 20'000;

} // namespace tessera
