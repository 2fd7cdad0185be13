// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Linear Exchange (Thakur, 4.2.1): in step i all other ranks send to rank i.
#include "libcore/schedule/detail/makers.hpp"
#include "libcore/schedule/detail/regular.hpp"

namespace tessera::detail {

namespace {

class Lex final : public Schedule {
  public:
    explicit Lex(MessageSet messages) : Schedule("lex", std::move(messages)) {}

    [[nodiscard]] int steps() const override { return size(); }
    [[nodiscard]] StepKind kind(int) const override { return StepKind::Gather; }
    bool visit_hops(int from, int to, HopVisitor const& visit) const override {
        visit(to, from, to);
        return true;
    }

    void sends(int position, int step, std::vector<Transfer>& out) const override {
        Index const bytes = messages().bytes(position, step);
        if (bytes > 0) out.push_back({position, step, bytes});
    }

    void receives(int position, int step, std::vector<Transfer>& out) const override {
        if (position != step) return;
        for (MessageSet::Entry const& entry : messages().receives(position)) out.push_back({entry.peer, position, entry.bytes});
    }

    void for_each_transfer(int step, std::function<void(Transfer const&)> const& visit) const override {
        for (MessageSet::Entry const& entry : messages().receives(step)) visit({entry.peer, step, entry.bytes});
    }

    [[nodiscard]] std::optional<StepPattern> pattern(int step) const override {
        if (!is_regular(messages())) return std::nullopt;
        return StepPattern{StepPattern::Shape::Gather, size(), step, 0, messages().bytes(0, 1)};
    }
};

} // namespace

MadeSchedule make_lex(ScheduleInput input) {
    return std::make_shared<Lex>(std::move(input.messages));
}

} // namespace tessera::detail
