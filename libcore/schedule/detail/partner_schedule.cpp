// SPDX-License-Identifier: BSD-3-Clause
// Tessera: schedules where each rank has at most one partner to send to and one to receive from, known by a formula.
#include "libcore/schedule/detail/partner_schedule.hpp"

#include "libcore/schedule/detail/regular.hpp"

namespace tessera::detail {

void PartnerSchedule::sends(int position, int step, std::vector<Transfer>& out) const {
    add(position, target(position, step), out);
}

void PartnerSchedule::receives(int position, int step, std::vector<Transfer>& out) const {
    add(source(position, step), position, out);
}

bool PartnerSchedule::visit_hops(int from, int to, HopVisitor const& visit) const {
    visit(step_of(from, to), from, to);
    return true;
}

std::optional<StepPattern> PartnerSchedule::pattern(int step) const {
    if (!is_regular(messages())) return std::nullopt;
    auto const partners = formula(step);
    if (!partners) return std::nullopt;
    return StepPattern{partners->shape, size(), partners->amount, partners->offset, messages().bytes(0, 1)};
}

void PartnerSchedule::add(int from, int to, std::vector<Transfer>& out) const {
    if (from == nobody || to == nobody) return;
    Index const bytes = messages().bytes(from, to);
    if (bytes > 0) out.push_back({from, to, bytes});
}

} // namespace tessera::detail
