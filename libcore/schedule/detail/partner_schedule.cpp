// SPDX-License-Identifier: BSD-3-Clause
// Tessera: schedules in which a formula gives each rank at most one partner to send to and one to receive from.
#include "libcore/schedule/detail/partner_schedule.hpp"

#include "libcore/schedule/detail/regular.hpp"

#include <numeric>

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

void PartnerSchedule::for_each_transfer(int step, std::function<void(Transfer const&)> const& visit) const {
    constexpr Index dense = 4; // at least one pair in `dense` has a message
    if (dense * messages().messages() >= Index{size()} * steps()) return Schedule::for_each_transfer(step, visit);
    std::call_once(made_, [this] { by_step_ = listed(); });
    auto const begin = by_step_.start[as_size(step)];
    auto const end = by_step_.start[as_size(step) + 1];
    for (auto i = begin; i < end; ++i) visit(by_step_.transfers[i]);
}

PartnerSchedule::Listed PartnerSchedule::listed() const {
    Listed listed;
    listed.start.assign(as_size(steps()) + 1, 0);
    messages().for_each([&](int from, int to, Index) { ++listed.start[as_size(step_of(from, to)) + 1]; });
    std::partial_sum(listed.start.begin(), listed.start.end(), listed.start.begin());
    listed.transfers.resize(listed.start.back());
    auto next = listed.start;
    messages().for_each([&](int from, int to, Index bytes) {
        listed.transfers[next[as_size(step_of(from, to))]++] = {from, to, bytes};
    });
    return listed;
}

void PartnerSchedule::add(int from, int to, std::vector<Transfer>& out) const {
    if (from == nobody || to == nobody) return;
    Index const bytes = messages().bytes(from, to);
    if (bytes > 0) out.push_back({from, to, bytes});
}

} // namespace tessera::detail
