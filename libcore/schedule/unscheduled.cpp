// SPDX-License-Identifier: BSD-3-Clause
// Tessera: no schedule: all messages in one step, as a program without a schedule posts them.
#include "libcore/schedule/detail/makers.hpp"
#include "libcore/schedule/detail/regular.hpp"

namespace tessera::detail {

namespace {

class Unscheduled final : public Schedule {
  public:
    explicit Unscheduled(MessageSet messages) : Schedule("unscheduled", std::move(messages)) {}

    [[nodiscard]] int steps() const override { return messages().messages() > 0 ? 1 : 0; }
    [[nodiscard]] StepKind kind(int) const override { return StepKind::SendReceive; }

    void sends(int position, int, std::vector<Transfer>& out) const override {
        for (MessageSet::Entry const& entry : messages().sends(position)) out.push_back({position, entry.peer, entry.bytes});
    }

    void receives(int position, int, std::vector<Transfer>& out) const override {
        for (MessageSet::Entry const& entry : messages().receives(position)) out.push_back({entry.peer, position, entry.bytes});
    }

    [[nodiscard]] std::optional<StepPattern> pattern(int) const override {
        if (!is_regular(messages())) return std::nullopt;
        return StepPattern{StepPattern::Shape::Everything, size(), 0, 0, messages().bytes(0, 1)};
    }
};

} // namespace

MadeSchedule make_unscheduled(ScheduleInput input) {
    return std::make_shared<Unscheduled>(std::move(input.messages));
}

} // namespace tessera::detail
