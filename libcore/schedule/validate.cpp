// SPDX-License-Identifier: BSD-3-Clause
// Tessera: checks a schedule by replaying it with byte ranges.
#include "libcore/schedule/quality.hpp"

#include "libcore/base/try.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>

namespace tessera {

namespace {

/// The position of a block of one message, and the step that moved it there (-1: not moved yet).
struct LocatedBlock {
    Index begin = 0;
    Index end = 0;
    int at = 0;
    int moved_in = -1;
};

/// The blocks of one message, ascending. Empty while the whole message is at its sender.
using LocatedBlocks = std::vector<LocatedBlock>;

/// Splits the block that contains `offset` at that offset. Returns the number of the block that begins at `offset`.
std::size_t cut(LocatedBlocks& blocks, Index offset) {
    auto const found = std::ranges::upper_bound(blocks, offset, {}, &LocatedBlock::end);
    auto const number = as_size(found - blocks.begin());
    if (found == blocks.end() || found->begin == offset) return number;
    LocatedBlock left = *found;
    left.end = offset;
    found->begin = offset;
    blocks.insert(found, left);
    return number + 1;
}

/// Replays the schedule with blocks instead of data.
class Replay {
  public:
    explicit Replay(Schedule const& schedule) : schedule_(schedule), least_(schedule.messages().total_bytes() > 0 ? 1 : 0) {
        MessageSet const& messages = schedule.messages();
        start_.push_back(0);
        for (int position = 0; position < schedule.size(); ++position) {
            for (MessageSet::Entry const& entry : messages.sends(position)) entries_.push_back(entry);
            start_.push_back(entries_.size());
        }
        located_.resize(entries_.size());
    }

    Result<void> play(Watch const& watch) {
        for (int step = 0; step < schedule_.steps(); ++step) {
            if (watch.stopped()) return stopped_error();
            watch.report(step, schedule_.steps());
            if (auto const played = play_step(step); !played) return played;
        }
        return check_arrival();
    }

  private:
    Result<void> play_step(int step) {
        auto const transfers = TRY(collect(step));
        for (Transfer const& transfer : transfers)
            if (auto const moved = play_transfer(transfer, step); !moved) return moved;
        return {};
    }

    /// Returns the step's transfers. Error: the sends, the receives and the list of all transfers do not agree.
    Result<std::vector<Transfer>> collect(int step) const {
        std::vector<Transfer> sent;
        std::vector<Transfer> received;
        std::vector<Transfer> listed;
        for (int position = 0; position < schedule_.size(); ++position) {
            auto const sends_before = static_cast<std::ptrdiff_t>(sent.size());
            auto const receives_before = static_cast<std::ptrdiff_t>(received.size());
            schedule_.sends(position, step, sent);
            schedule_.receives(position, step, received);
            auto const foreign_send = [&](Transfer const& transfer) { return transfer.from != position; };
            auto const foreign_receive = [&](Transfer const& transfer) { return transfer.to != position; };
            if (std::any_of(sent.begin() + sends_before, sent.end(), foreign_send) ||
                std::any_of(received.begin() + receives_before, received.end(), foreign_receive))
                return fail(fmt::format("step {}: rank {} was told of a transfer of other ranks", step + 1, rank(position)));
        }
        schedule_.for_each_transfer(step, [&](Transfer const& transfer) { listed.push_back(transfer); });
        auto const order = [](Transfer const& transfer) { return std::tuple(transfer.from, transfer.to, transfer.bytes); };
        for (auto* transfers : {&sent, &received, &listed}) std::ranges::sort(*transfers, {}, order);
        if (sent != listed) return fail(fmt::format("step {}: the list of transfers is not what the ranks send", step + 1));
        TRY(compare(sent, received, step));
        return sent;
    }

    Result<void> compare(std::vector<Transfer> const& sent, std::vector<Transfer> const& received, int step) const {
        auto const [s, r] = std::ranges::mismatch(sent, received);
        if (s == sent.end() && r == received.end()) return {};
        bool const unexpected = s != sent.end() && (r == received.end() || std::pair(s->from, s->to) <= std::pair(r->from, r->to));
        Transfer const& odd = unexpected ? *s : *r;
        return fail(fmt::format("step {}: rank {} and rank {} disagree about the {} bytes from the first to the second", step + 1,
                                rank(odd.from), rank(odd.to), odd.bytes));
    }

    Result<void> play_transfer(Transfer const& transfer, int step) {
        if (transfer.to < 0 || transfer.to >= schedule_.size() || transfer.to == transfer.from || transfer.bytes < least_)
            return fail(fmt::format("step {}: rank {} sends {} bytes to position {}, which is no transfer", step + 1,
                                    rank(transfer.from), transfer.bytes, transfer.to));
        Index bytes = 0;
        for (Block const& block : schedule_.blocks(transfer, step)) {
            if (auto const moved = move(block, transfer, step); !moved) return moved;
            bytes += block.bytes;
        }
        if (bytes != transfer.bytes)
            return fail(fmt::format("step {}: rank {} sends {} bytes to rank {}, but their blocks have {}", step + 1,
                                    rank(transfer.from), transfer.bytes, rank(transfer.to), bytes));
        return {};
    }

    Result<void> move(Block const& block, Transfer const& transfer, int step) {
        auto const complain = [&](std::string_view what) {
            return fail(fmt::format("step {}, rank {} to rank {}: bytes {} to {} from rank {} for rank {} {}", step + 1,
                                    rank(transfer.from), rank(transfer.to), block.offset, block.offset + block.bytes,
                                    rank(block.from), rank(block.to), what));
        };
        std::size_t const message = message_of(block);
        if (message == none || block.bytes < least_ || block.offset < 0 || block.offset + block.bytes > entries_[message].bytes)
            return complain("are no part of a message");
        LocatedBlocks& blocks = located_[message];
        if (blocks.empty()) blocks.push_back({0, length_of(entries_[message].bytes), block.from, -1});
        std::size_t const first = cut(blocks, block.offset);
        std::size_t const last = cut(blocks, block.offset + length_of(block.bytes));
        for (std::size_t p = first; p < last; ++p) {
            if (blocks[p].moved_in == step) return complain("are sent twice in one step");
            if (blocks[p].at != transfer.from) return complain("are not there");
            if (transfer.from == block.to) return complain("have arrived already");
            if (transfer.to == block.from) return complain("go back to where they came from");
            blocks[p].at = transfer.to;
            blocks[p].moved_in = step;
        }
        return {};
    }

    Result<void> check_arrival() const {
        for (int from = 0; from < schedule_.size(); ++from)
            for (std::size_t m = start_[as_size(from)]; m < start_[as_size(from) + 1]; ++m)
                if (auto const complete = check_message(from, m); !complete) return complete;
        return {};
    }

    Result<void> check_message(int from, std::size_t message) const {
        MessageSet::Entry const& entry = entries_[message];
        LocatedBlocks const& blocks = located_[message];
        if (blocks.empty())
            return fail(fmt::format("the message from rank {} to rank {} is never sent", rank(from), rank(entry.peer)));
        auto const astray = std::ranges::find_if(blocks, [&](LocatedBlock const& each) { return each.at != entry.peer; });
        if (astray == blocks.end()) return {};
        return fail(fmt::format("bytes {} to {} from rank {} for rank {} are left at rank {}", astray->begin, astray->end,
                                rank(from), rank(entry.peer), rank(astray->at)));
    }

    /// Returns the number of the message that a block belongs to, or none.
    [[nodiscard]] std::size_t message_of(Block const& block) const {
        if (block.from < 0 || block.from >= schedule_.size()) return none;
        auto const first = entries_.begin() + static_cast<std::ptrdiff_t>(start_[as_size(block.from)]);
        auto const last = entries_.begin() + static_cast<std::ptrdiff_t>(start_[as_size(block.from) + 1]);
        auto const found = std::ranges::lower_bound(first, last, block.to, {}, &MessageSet::Entry::peer);
        return found != last && found->peer == block.to ? as_size(found - entries_.begin()) : none;
    }

    [[nodiscard]] Rank rank(int position) const { return schedule_.messages().rank(position); }

    /// Returns the length by which a message is followed. An empty one counts as one byte.
    [[nodiscard]] Index length_of(Index bytes) const { return least_ == 0 ? 1 : bytes; }

    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    Schedule const& schedule_;
    Index least_;                            // bytes of the shortest message: 0 in an all-to-all of 0 bytes
    std::vector<std::size_t> start_;         // indexed by sender: index of the first message in entries_
    std::vector<MessageSet::Entry> entries_; // all messages
    std::vector<LocatedBlocks> located_;     // indexed by message
};

} // namespace

Result<void> validate(Schedule const& schedule, Watch const& watch) {
    return Replay(schedule).play(watch);
}

} // namespace tessera
