// SPDX-License-Identifier: BSD-3-Clause
// Tessera: transfers and the blocks they carry, listed by step.
#include "libcore/schedule/detail/transfer_table.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace tessera::detail {

int drop_empty_steps(std::vector<Hop>& hops) {
    if (hops.empty()) return 0;
    std::vector<int> number(as_size(std::ranges::max(hops, {}, &Hop::step).step) + 1, 0); // 1 if a step is used
    for (Hop const& hop : hops) number[as_size(hop.step)] = 1;
    int const used = std::accumulate(number.begin(), number.end(), 0);
    std::exclusive_scan(number.begin(), number.end(), number.begin(), 0);
    for (Hop& hop : hops) hop.step = number[as_size(hop.step)];
    return used;
}

namespace {

/// Sorts the hops by step, and keeps the order within a step.
std::vector<Hop> by_step(std::vector<Hop> const& hops, int steps) {
    std::vector<std::size_t> place(as_size(steps), 0);
    for (Hop const& hop : hops) ++place[as_size(hop.step)];
    std::exclusive_scan(place.begin(), place.end(), place.begin(), std::size_t{0});
    std::vector<Hop> dealt(hops.size());
    for (Hop const& hop : hops) dealt[place[as_size(hop.step)]++] = hop;
    return dealt;
}

void sort_each_step(std::vector<Hop>& hops) {
    auto const key = [](Hop const& hop) { return std::tuple(hop.from, hop.to, hop.block.from, hop.block.to, hop.block.offset); };
    for (auto begin = hops.begin(); begin != hops.end();) {
        auto const end = std::find_if(begin, hops.end(), [step = begin->step](Hop const& hop) { return hop.step != step; });
        std::ranges::sort(begin, end, {}, key);
        begin = end;
    }
}

} // namespace

TransferTable::TransferTable(std::vector<Hop> const& given, int steps) : step_start_(as_size(steps) + 1, 0) {
    std::vector<Hop> hops = by_step(given, steps);
    sort_each_step(hops);
    blocks_.reserve(hops.size());
    Hop const* previous = nullptr;
    for (Hop const& hop : hops) {
        bool const same =
            previous && std::tie(previous->step, previous->from, previous->to) == std::tie(hop.step, hop.from, hop.to);
        append(hop, !same);
        previous = &hop;
    }
    block_start_.push_back(blocks_.size());
    std::partial_sum(step_start_.begin(), step_start_.end(), step_start_.begin());

    by_receiver_.resize(transfers_.size());
    std::iota(by_receiver_.begin(), by_receiver_.end(), std::size_t{0});
    for (std::size_t step = 0; step + 1 < step_start_.size(); ++step)
        std::ranges::stable_sort(std::span(by_receiver_).subspan(step_start_[step], step_start_[step + 1] - step_start_[step]), {},
                                 [this](std::size_t number) { return transfers_[number].to; });
}

/// Before the prefix sums are formed, step_start_[s + 1] counts the transfers of step s.
void TransferTable::append(Hop const& hop, bool starts_transfer) {
    if (starts_transfer) {
        transfers_.push_back({hop.from, hop.to, 0});
        block_start_.push_back(blocks_.size());
        ++step_start_[as_size(hop.step) + 1];
    }
    transfers_.back().bytes += hop.block.bytes;
    blocks_.push_back(hop.block);
}

std::span<Transfer const> TransferTable::transfers(int step) const {
    auto const s = as_size(step);
    return std::span(transfers_).subspan(step_start_[s], step_start_[s + 1] - step_start_[s]);
}

void TransferTable::sends(int position, int step, std::vector<Transfer>& out) const {
    auto const all = transfers(step);
    auto const first = std::ranges::lower_bound(all, position, {}, &Transfer::from);
    out.insert(out.end(), first, std::ranges::upper_bound(first, all.end(), position, {}, &Transfer::from));
}

void TransferTable::receives(int position, int step, std::vector<Transfer>& out) const {
    auto const s = as_size(step);
    auto const numbers = std::span(by_receiver_).subspan(step_start_[s], step_start_[s + 1] - step_start_[s]);
    auto const receiver = [this](std::size_t number) { return transfers_[number].to; };
    for (auto at = std::ranges::lower_bound(numbers, position, {}, receiver); at != numbers.end() && receiver(*at) == position;
         ++at)
        out.push_back(transfers_[*at]);
}

std::vector<Block> TransferTable::blocks(Transfer const& transfer, int step) const {
    auto const pair_of = [](Transfer const& t) { return std::pair(t.from, t.to); };
    auto const all = transfers(step);
    auto const found = std::ranges::lower_bound(all, pair_of(transfer), {}, pair_of);
    if (found == all.end() || pair_of(*found) != pair_of(transfer)) return {};
    auto const number = step_start_[as_size(step)] + as_size(found - all.begin());
    auto const first = blocks_.begin() + static_cast<std::ptrdiff_t>(block_start_[number]);
    return {first, blocks_.begin() + static_cast<std::ptrdiff_t>(block_start_[number + 1])};
}

} // namespace tessera::detail
