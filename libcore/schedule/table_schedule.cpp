// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a schedule stored as a table.
#include "libcore/schedule/table_schedule.hpp"

#include <algorithm>

namespace tessera::detail {

namespace {

bool forwards(std::vector<Hop> const& hops) {
    return std::ranges::any_of(hops, [](Hop const& hop) { return hop.block.from != hop.from || hop.block.to != hop.to; });
}

TransferTable table_of(std::vector<Hop> hops) {
    int const steps = drop_empty_steps(hops);
    return {hops, steps};
}

} // namespace

TableSchedule::TableSchedule(std::string algorithm, MessageSet messages, std::vector<Hop> hops, StepKind kind)
    : Schedule(std::move(algorithm), std::move(messages)), store_and_forward_(forwards(hops)), table_(table_of(std::move(hops))) {
    for (int step = 0; step < table_.steps(); ++step) kinds_.push_back(is_exchange(step) ? StepKind::Exchange : kind);
}

/// Returns whether all pairs of partners in the step send in both directions.
bool TableSchedule::is_exchange(int step) const {
    auto const pair_of = [](Transfer const& transfer) { return std::pair(transfer.from, transfer.to); };
    auto const all = table_.transfers(step);
    return std::ranges::all_of(all, [&](Transfer const& transfer) {
        return std::ranges::binary_search(all, std::pair(transfer.to, transfer.from), {}, pair_of);
    });
}

void TableSchedule::for_each_transfer(int step, std::function<void(Transfer const&)> const& visit) const {
    for (Transfer const& transfer : table_.transfers(step)) visit(transfer);
}

} // namespace tessera::detail
