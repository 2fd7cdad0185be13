// SPDX-License-Identifier: BSD-3-Clause
// Tessera: transfers and the blocks they carry, listed step by step.
#include "libcore/schedule/detail/transfer_table.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace tessera::detail {

int drop_empty_steps(std::vector<Hop>& hops) {
    std::vector<int> used;
    used.reserve(hops.size());
    for (Hop const& hop : hops) used.push_back(hop.step);
    std::ranges::sort(used);
    auto const repeated = std::ranges::unique(used);
    used.erase(repeated.begin(), repeated.end());
    for (Hop& hop : hops) hop.step = static_cast<int>(std::ranges::lower_bound(used, hop.step) - used.begin());
    return static_cast<int>(used.size());
}

TransferTable::TransferTable(std::vector<Hop> hops, int steps) : step_start_(as_size(steps) + 1, 0) {
    std::ranges::sort(hops, {}, [](Hop const& hop) {
        return std::tuple(hop.step, hop.from, hop.to, hop.block.from, hop.block.to, hop.block.offset);
    });
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

/// step_start_ holds the transfers of the step before each number until the sums are formed.
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
    auto const mine = std::ranges::equal_range(transfers(step), position, {}, &Transfer::from);
    out.insert(out.end(), mine.begin(), mine.end());
}

void TransferTable::receives(int position, int step, std::vector<Transfer>& out) const {
    auto const s = as_size(step);
    auto const numbers = std::span(by_receiver_).subspan(step_start_[s], step_start_[s + 1] - step_start_[s]);
    auto const mine = std::ranges::equal_range(numbers, position, {}, [this](std::size_t number) { return transfers_[number].to; });
    for (std::size_t const number : mine) out.push_back(transfers_[number]);
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
