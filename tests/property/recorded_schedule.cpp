// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a schedule written out in full, which can be changed, and a play of it byte by byte.
#include "tests/property/recorded_schedule.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace tessera::oracle {

RecordedSchedule::RecordedSchedule(Schedule const& original)
    : Schedule(original.algorithm(), original.messages()), sent(static_cast<std::size_t>(original.steps())) {
    for (int step = 0; step < original.steps(); ++step)
        original.for_each_transfer(step, [&](Transfer const& transfer) {
            sent[static_cast<std::size_t>(step)].push_back({transfer, original.blocks(transfer, step)});
        });
}

void RecordedSchedule::sends(int position, int step, std::vector<Transfer>& out) const {
    for (Sent const& s : sent[static_cast<std::size_t>(step)])
        if (s.transfer.from == position) out.push_back(s.transfer);
}

void RecordedSchedule::receives(int position, int step, std::vector<Transfer>& out) const {
    for (Sent const& s : sent[static_cast<std::size_t>(step)])
        if (s.transfer.to == position) out.push_back(s.transfer);
}

std::vector<Block> RecordedSchedule::blocks(Transfer const& transfer, int step) const {
    for (Sent const& s : sent[static_cast<std::size_t>(step)])
        if (s.transfer == transfer) return s.blocks;
    return {};
}

namespace {

/// Origin, destination, number.
using Byte = std::tuple<int, int, Index>;

/// `least`: 1 if all messages are empty; then each counts as one byte.
std::vector<Byte> bytes_of(Block const& block, Index least) {
    std::vector<Byte> bytes;
    for (Index i = 0; i < std::max(block.bytes, least); ++i) bytes.emplace_back(block.from, block.to, block.offset + i);
    return bytes;
}

bool play_step(std::vector<Sent> const& step, std::map<Byte, int>& place, Index least) {
    std::set<Byte> moved;
    for (Sent const& sent : step) {
        Index carried = 0;
        for (Block const& block : sent.blocks) {
            carried += block.bytes;
            for (Byte const& byte : bytes_of(block, least)) {
                auto const at = place.find(byte);
                bool const may_move = at != place.end() && at->second == sent.transfer.from && moved.insert(byte).second &&
                                      sent.transfer.from != block.to && sent.transfer.to != block.from;
                if (!may_move) return false;
                at->second = sent.transfer.to;
            }
        }
        if (carried != sent.transfer.bytes || sent.blocks.empty() || (carried == 0 && least == 0)) return false;
    }
    return true;
}

} // namespace

bool delivers(RecordedSchedule const& schedule) {
    std::map<Byte, int> place;
    Index const least = schedule.messages().messages() > 0 && schedule.messages().total_bytes() == 0 ? 1 : 0;
    for (int from = 0; from < schedule.size(); ++from)
        for (int to = 0; to < schedule.size(); ++to)
            if (from != to)
                for (Byte const& byte : bytes_of({from, to, 0, schedule.messages().bytes(from, to)}, least)) place[byte] = from;
    for (std::vector<Sent> const& step : schedule.sent)
        if (!play_step(step, place, least)) return false;
    return std::ranges::all_of(place, [](auto const& entry) { return entry.second == std::get<1>(entry.first); });
}

} // namespace tessera::oracle
