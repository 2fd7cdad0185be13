// SPDX-License-Identifier: BSD-3-Clause
// Tessera: General Algorithm for any Mesh (Thakur, Fig. 4.13): in step i everybody sends i ranks ahead.
#include "libcore/schedule/detail/makers.hpp"
#include "libcore/schedule/detail/partner_schedule.hpp"

namespace tessera::detail {

namespace {

class Gen final : public PartnerSchedule {
  public:
    explicit Gen(MessageSet messages) : PartnerSchedule("gen", messages, messages.size() - 1, StepKind::SendReceive) {}

  private:
    [[nodiscard]] int target(int position, int step) const override { return (position + step + 1) % size(); }
    [[nodiscard]] int source(int position, int step) const override { return (position + size() - step - 1) % size(); }
    [[nodiscard]] int step_of(int from, int to) const override { return (to - from + size()) % size() - 1; }
};

} // namespace

Made make_gen(Assignment assignment) {
    return std::make_shared<Gen>(std::move(assignment.messages));
}

} // namespace tessera::detail
