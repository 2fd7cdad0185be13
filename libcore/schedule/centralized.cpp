// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Centralized (CDT, 2.2): one sender collects all data, then sends every receiver its part.
#include "libcore/schedule/detail/crossing.hpp"
#include "libcore/schedule/detail/makers.hpp"
#include "libcore/schedule/detail/regular.hpp"

#include <algorithm>

namespace tessera::detail {

namespace {

/// Returns the sender with the most bytes to send, so that the least has to be collected.
int centre_of(Crossing const& crossing) {
    std::vector<Index> sent(crossing.sides.senders.size(), 0);
    for (Crossing::Message const& message : crossing.messages) sent[as_size(message.sender)] += message.bytes;
    return static_cast<int>(std::ranges::max_element(sent) - sent.begin());
}

Guide by_centre(Crossing const& crossing) {
    return [centre = centre_of(crossing)](Crossing::Message const&, Journey& journey) {
        journey.to_sender(0, centre);
        journey.arrive(1);
    };
}

/// An all-to-all through position 0, the first of equals. In step 0 all other positions send their data there. In step 1 it sends
/// each of them its data.
class CentralizedAllToAll final : public Schedule {
  public:
    explicit CentralizedAllToAll(MessageSet messages) : Schedule("centralized", std::move(messages)) {}

    [[nodiscard]] int steps() const override { return 2; }
    [[nodiscard]] StepKind kind(int) const override { return StepKind::Gather; }
    [[nodiscard]] bool store_and_forward() const override { return size() > 2; }

    void sends(int position, int step, std::vector<Transfer>& out) const override {
        if (step == 0 && position != 0) out.push_back({position, 0, carried()});
        if (step == 1 && position == 0)
            for (int other = 1; other < size(); ++other) out.push_back({0, other, carried()});
    }

    void receives(int position, int step, std::vector<Transfer>& out) const override {
        if (step == 1 && position != 0) out.push_back({0, position, carried()});
        if (step == 0 && position == 0)
            for (int other = 1; other < size(); ++other) out.push_back({other, 0, carried()});
    }

    [[nodiscard]] std::vector<Block> blocks(Transfer const& transfer, int step) const override {
        int const one = step == 0 ? transfer.from : transfer.to;
        std::vector<Block> list;
        for (int other = 0; other < size(); ++other)
            if (other != one) list.push_back(step == 0 ? Block{one, other, 0, bytes()} : Block{other, one, 0, bytes()});
        return list;
    }

    [[nodiscard]] std::optional<StepPattern> pattern(int step) const override {
        return StepPattern{step == 0 ? StepPattern::Shape::Gather : StepPattern::Shape::Scatter, size(), 0, 0, carried()};
    }

  private:
    [[nodiscard]] Index bytes() const { return messages().bytes(0, 1); }
    [[nodiscard]] Index carried() const { return (size() - 1) * bytes(); }
};

} // namespace

MadeSchedule make_centralized(ScheduleInput input) {
    if (is_regular(input.messages)) return std::make_shared<CentralizedAllToAll>(std::move(input.messages));
    return make_crossing_schedule("centralized", std::move(input), StepKind::Gather, by_centre);
}

} // namespace tessera::detail
