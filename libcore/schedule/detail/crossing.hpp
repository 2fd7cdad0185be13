// SPDX-License-Identifier: BSD-3-Clause
// Tessera: messages from S senders to R receivers that pass through other ranks (the CDT algorithms).
#pragma once

#include "libcore/schedule/detail/makers.hpp"
#include "libcore/schedule/detail/sides.hpp"
#include "libcore/schedule/detail/transfer_table.hpp"
#include "libcore/schedule/schedule.hpp"

#include <functional>
#include <string>
#include <vector>

namespace tessera::detail {

/// The messages, with S >= R. The CDT paper leaves S < R open. In that case the crossing swaps senders and receivers, and the
/// finished layout is played backwards (mirrored): what senders would collect is distributed by receivers. In both cases the fewest
/// messages go from one side to the other.
struct Crossing {
    struct Message {
        int sender = 0;   ///< number in sides.senders
        int receiver = 0; ///< number in sides.receivers
        Index bytes = 0;
    };

    explicit Crossing(MessageSet const& set);

    [[nodiscard]] int sender_count() const { return static_cast<int>(sides.senders.size()); }
    [[nodiscard]] int receiver_count() const { return static_cast<int>(sides.receivers.size()); }
    /// Returns, per receiver (number), the sender (number) that collects its data. All are different. A receiver that is also a
    /// sender collects its own data; the other receivers get the first senders that are still free.
    [[nodiscard]] std::vector<int> stages() const;

    Sides sides;
    bool mirrored = false;
    std::vector<Message> messages;
};

/// The hops of one message of a crossing, added one by one.
class Journey {
  public:
    Journey(Crossing const& crossing, Crossing::Message const& message, std::vector<Hop>& hops);

    /// Moves the message to a sender (number) in this step. Does nothing if the message is already there.
    void to_sender(int step, int sender) { move(step, crossing_.sides.senders[as_size(sender)]); }
    /// Moves the message to its receiver in this step.
    void arrive(int step) { move(step, block_.to); }

  private:
    void move(int step, int position);

    Crossing const& crossing_;
    std::vector<Hop>& hops_;
    Block block_;
    int at_;
};

/// Adds the hops of one message.
using Guide = std::function<void(Crossing::Message const&, Journey&)>;

/// Makes the schedule in which every message follows the guide that `layout` makes for the crossing. Error: the work was stopped.
[[nodiscard]] MadeSchedule make_crossing_schedule(std::string algorithm, ScheduleInput input, StepKind kind,
                                                  std::function<Guide(Crossing const&)> const& layout);

} // namespace tessera::detail
