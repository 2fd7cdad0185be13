// SPDX-License-Identifier: BSD-3-Clause
// Tessera: messages from S senders to R receivers that go by way of other ranks (the CDT algorithms).
#pragma once

#include "libcore/schedule/detail/makers.hpp"
#include "libcore/schedule/detail/sides.hpp"
#include "libcore/schedule/detail/transfer_table.hpp"
#include "libcore/schedule/schedule.hpp"

#include <functional>
#include <string>
#include <vector>

namespace tessera::detail {

/// The messages, with S >= R. The CDT paper leaves S < R open: then the crossing is the message set backwards, with the roles of
/// senders and receivers changed, and the layout is played backwards in the end (mirrored), so that what was collected by senders
/// is dealt out by receivers. Either way the fewest messages go from one side to the other.
struct Crossing {
    struct Message {
        int sender = 0;   ///< number in sides.senders
        int receiver = 0; ///< number in sides.receivers
        Index bytes = 0;
    };

    explicit Crossing(MessageSet const& set);

    [[nodiscard]] int sender_count() const { return static_cast<int>(sides.senders.size()); }
    [[nodiscard]] int receiver_count() const { return static_cast<int>(sides.receivers.size()); }
    /// The sender (number) that collects what each receiver (number) gets, all different: the receiver itself where it is also a
    /// sender, the first senders still free for the others.
    [[nodiscard]] std::vector<int> stages() const;

    Sides sides;
    bool mirrored = false;
    std::vector<Message> messages;
};

/// The hops of one message of a crossing, added one by one.
class Journey {
  public:
    Journey(Crossing const& crossing, Crossing::Message const& message, std::vector<Hop>& hops);

    /// To a sender (number) in this step; nothing to do if the message is there already.
    void to_sender(int step, int sender) { move(step, crossing_.sides.senders[as_size(sender)]); }
    /// To its receiver in this step.
    void arrive(int step) { move(step, block_.to); }

  private:
    void move(int step, int position);

    Crossing const& crossing_;
    std::vector<Hop>& hops_;
    Block block_;
    int at_;
};

/// Sends one message on its way.
using Guide = std::function<void(Crossing::Message const&, Journey&)>;

/// The schedule in which every message follows the guide that `layout` makes for the crossing. Error: the work was stopped.
[[nodiscard]] Made make_crossing_schedule(std::string algorithm, Assignment assignment, StepKind kind,
                                          std::function<Guide(Crossing const&)> const& layout);

} // namespace tessera::detail
