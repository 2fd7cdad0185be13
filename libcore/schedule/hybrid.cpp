// SPDX-License-Identifier: BSD-3-Clause
// Tessera: All-to-All/Staged Hybrid (CDT, 2.2): while R senders send, the idle senders combine their data, which saves steps.
#include "libcore/base/arithmetic.hpp"
#include "libcore/schedule/detail/crossing.hpp"
#include "libcore/schedule/detail/cyclic_rounds.hpp"
#include "libcore/schedule/detail/makers.hpp"
#include "libcore/schedule/detail/regular.hpp"
#include "libcore/schedule/sender_groups.hpp"

#include <algorithm>

namespace tessera::detail {

namespace {

/// The steps and the intermediate ranks of each message. A full group serves all receivers in one step. A group of b < R members
/// serves them in w = ceil(R / b) steps. Receiver j is in class c = j / b, and is served in the c-th of these steps. The single
/// senders send their last w messages to a receiver of class c before and after this step. Classes of consecutive receivers grow by
/// at most one, so no single sender has two messages in a step.
class Timetable {
  public:
    explicit Timetable(Crossing const& crossing)
        : receivers_(crossing.receiver_count()), grouping_(group_senders(crossing.sender_count(), receivers_)) {
        int first = grouping_.singles;
        for (int const size : grouping_.groups) {
            first_.push_back(first);
            first += size;
        }
        if (!first_.empty()) window_ = static_cast<int>(ceil_div(receivers_, grouping_.groups.front()));
    }

    void guide(Crossing::Message const& message, Journey& journey) const {
        if (message.sender < grouping_.singles)
            journey.arrive(single_step(message.sender, message.receiver));
        else
            send_by_group(message, journey);
    }

  private:
    [[nodiscard]] int class_of(int receiver) const { return first_.empty() ? 0 : receiver / grouping_.groups.front(); }

    [[nodiscard]] int single_step(int sender, int receiver) const {
        int const turn = (receiver - sender + grouping_.singles) % grouping_.singles;
        bool const after_group = turn - (grouping_.singles - window_) > class_of(receiver);
        return turn + (after_group ? 1 : 0);
    }

    void send_by_group(Crossing::Message const& message, Journey& journey) const {
        auto const group = as_size(std::ranges::upper_bound(first_, message.sender) - first_.begin()) - 1;
        int const size = grouping_.groups[group];
        int const member = message.sender - first_[group];
        int const holder = message.receiver % size;
        journey.to_sender((holder - member + size) % size - 1, first_[group] + holder);
        journey.arrive(grouping_.singles - window_ + class_of(message.receiver) + 1 + static_cast<int>(group));
    }

    int receivers_;
    SenderGroups grouping_;
    std::vector<int> first_; // first sender of each group
    int window_ = 0;         // number of steps in which a group serves all receivers
};

Guide by_timetable(Crossing const& crossing) {
    return [timetable = Timetable(crossing)](Crossing::Message const& message, Journey& journey) {
        timetable.guide(message, journey);
    };
}

} // namespace

MadeSchedule make_hybrid(ScheduleInput input) {
    if (is_regular(input.messages)) // every sender is also a receiver, so nothing has to be collected
        return std::make_shared<CyclicRounds>("hybrid", std::move(input.messages), StepKind::Exchange);
    return make_crossing_schedule("hybrid", std::move(input), StepKind::SendReceive, by_timetable);
}

} // namespace tessera::detail
