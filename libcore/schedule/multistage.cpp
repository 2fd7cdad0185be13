// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Multistage (CDT, 2.2): the senders combine each receiver's data in ceil(log2 S) steps, then send it over.
#include "libcore/schedule/binary.hpp"
#include "libcore/schedule/detail/bruck_routes.hpp"
#include "libcore/schedule/detail/crossing.hpp"
#include "libcore/schedule/detail/makers.hpp"
#include "libcore/schedule/detail/recursive_routes.hpp"
#include "libcore/schedule/detail/regular.hpp"

namespace tessera::detail {

namespace {

/// The combining network among the senders. If their number is a power of two, they form a butterfly: level k exchanges between
/// numbers that differ in bit k. Otherwise they form the circulant network with the same levels: level k goes 2^k numbers ahead.
class Network {
  public:
    explicit Network(int senders) : senders_(senders), butterfly_(is_power_of_two(senders)) {}

    [[nodiscard]] int levels() const { return ceil_log2(senders_); }
    /// Returns the levels on the route from one sender to another as a bit mask: bit k is set if the route uses level k.
    [[nodiscard]] int way(int from, int to) const { return butterfly_ ? from ^ to : (to - from + senders_) % senders_; }
    [[nodiscard]] int next(int at, int level) const { return butterfly_ ? at ^ (1 << level) : (at + (1 << level)) % senders_; }

  private:
    int senders_;
    bool butterfly_;
};

Guide by_levels(Crossing const& crossing) {
    Network const network(crossing.sender_count());
    return [stages = crossing.stages(), network](Crossing::Message const& message, Journey& journey) {
        int at = message.sender;
        int const way = network.way(at, stages[as_size(message.receiver)]);
        for (int level = 0; level < network.levels(); ++level) {
            if ((way >> level & 1) == 0) continue;
            at = network.next(at, level);
            journey.to_sender(level, at);
        }
        journey.arrive(network.levels());
    };
}

/// Every sender is also a receiver, so the network alone delivers the messages. The butterfly is recursive exchange with the lowest
/// bit first; the circulant network is message combining.
std::shared_ptr<Schedule const> all_to_all(MessageSet messages) {
    int const ranks = messages.size();
    if (!is_power_of_two(ranks))
        return std::make_shared<RoutedSchedule>("multistage", std::move(messages), std::make_unique<BruckRoutes>(ranks),
                                                StepKind::SendReceive);
    std::vector<int> bits;
    for (int bit = 1; bit < ranks; bit *= 2) bits.push_back(bit);
    return std::make_shared<RoutedSchedule>("multistage", std::move(messages), std::make_unique<RecursiveRoutes>(std::move(bits)),
                                            StepKind::Exchange);
}

} // namespace

MadeSchedule make_multistage(ScheduleInput input) {
    if (is_regular(input.messages)) return all_to_all(std::move(input.messages));
    return make_crossing_schedule("multistage", std::move(input), StepKind::SendReceive, by_levels);
}

} // namespace tessera::detail
