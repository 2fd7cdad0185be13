// SPDX-License-Identifier: BSD-3-Clause
// Tessera: caterpillar (ScaLAPACK): senders and receivers move past each other like the two sides of a chain.
#include "libcore/schedule/detail/makers.hpp"
#include "libcore/schedule/detail/partner_schedule.hpp"
#include "libcore/schedule/detail/sides.hpp"

#include <algorithm>

namespace tessera::detail {

namespace {

/// Returns the rounds of max(S, R), ascending, in which some pair has a message. Sender i meets receiver j in round
/// (i + j) mod max(S, R). Stops early once every round is known to be needed.
std::vector<int> needed_rounds(MessageSet const& messages, Sides const& sides) {
    auto const rounds = as_size(sides.rounds());
    std::vector<char> needed(rounds, 0);
    std::size_t found = 0;
    for (std::size_t i = 0; i < sides.senders.size() && found < rounds; ++i)
        for (MessageSet::Entry const& entry : messages.sends(sides.senders[i])) {
            auto const j = static_cast<std::size_t>(sides.receiver_of[static_cast<std::size_t>(entry.peer)]);
            char& round = needed[(i + j) % rounds];
            found += round ? 0 : 1;
            round = 1;
        }
    std::vector<int> list;
    for (std::size_t round = 0; round < rounds; ++round)
        if (needed[round]) list.push_back(static_cast<int>(round));
    return list;
}

class Caterpillar final : public PartnerSchedule {
  public:
    Caterpillar(MessageSet const& messages, Sides sides, std::vector<int> rounds)
        : PartnerSchedule("caterpillar", messages, static_cast<int>(rounds.size()),
                          sides.senders == sides.receivers ? StepKind::Exchange : StepKind::SendReceive),
          sides_(std::move(sides)), rounds_(std::move(rounds)), step_of_round_(as_size(sides_.rounds()), -1) {
        for (std::size_t step = 0; step < rounds_.size(); ++step) step_of_round_[as_size(rounds_[step])] = static_cast<int>(step);
    }

  private:
    [[nodiscard]] int target(int position, int step) const override {
        return partner(sides_.sender_of, sides_.receivers, position, step);
    }
    [[nodiscard]] int source(int position, int step) const override {
        return partner(sides_.receiver_of, sides_.senders, position, step);
    }
    [[nodiscard]] int step_of(int from, int to) const override {
        int const round = (sides_.sender_of[as_size(from)] + sides_.receiver_of[as_size(to)]) % sides_.rounds();
        return step_of_round_[as_size(round)];
    }
    /// In an all-to-all, each rank's number equals its position on both sides.
    [[nodiscard]] std::optional<Formula> formula(int step) const override {
        return Formula{StepPattern::Shape::Reflection, rounds_[as_size(step)]};
    }
    [[nodiscard]] int partner(std::vector<int> const& number_of, std::vector<int> const& others, int position, int step) const {
        int const number = number_of[as_size(position)];
        if (number == Sides::none) return nobody;
        int const all = sides_.rounds();
        auto const other = static_cast<std::size_t>((rounds_[static_cast<std::size_t>(step)] - number + all) % all);
        return other < others.size() ? others[other] : nobody;
    }

    Sides sides_;
    std::vector<int> rounds_;        // indexed by step
    std::vector<int> step_of_round_; // indexed by round; valid only for needed rounds
};

} // namespace

MadeSchedule make_caterpillar(ScheduleInput input) {
    Sides sides(input.messages);
    std::vector<int> rounds = needed_rounds(input.messages, sides);
    return std::make_shared<Caterpillar>(input.messages, std::move(sides), std::move(rounds));
}

} // namespace tessera::detail
