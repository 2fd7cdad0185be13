// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one rank's share of a schedule: its transfers in each step, and their memory.
#include "libcore/runtime/move/schedule/rank_steps.hpp"

#include "libcore/base/sort_unique.hpp"
#include "libcore/runtime/move/schedule/pool_plan.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>

namespace tessera {

namespace {

std::optional<int> position_of(MessageSet const& messages, Rank rank) {
    int low = 0;
    int high = messages.size();
    while (low < high) {
        int const middle = low + (high - low) / 2;
        if (messages.rank(middle) < rank) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == messages.size() || messages.rank(low) != rank) return std::nullopt;
    return low;
}

bool continues(BlockLocation const& last, BlockLocation const& next) {
    return last.area == next.area && last.peer == next.peer && last.offset + last.bytes == next.offset;
}

class StepCompiler {
  public:
    StepCompiler(Schedule const& schedule, int position, int window) : schedule_(schedule), me_(position), window_(window) {
        auto const ranks = as_size(rank(schedule.size() - 1)) + 1; // positions are in the order of ranks
        result_.steps = schedule.steps();
        result_.expected.assign(ranks, 0);
        result_.assembled.assign(ranks, false);
        for (MessageSet::Entry const& entry : schedule.messages().receives(position))
            result_.expected[as_size(rank(entry.peer))] = entry.bytes;
    }

    RankSteps compile() {
        std::vector<Transfer> transfers;
        for (int step = 0; step < schedule_.steps(); ++step) {
            transfers.clear();
            schedule_.sends(me_, step, transfers);
            for (Transfer const& transfer : transfers) add_send(transfer, step);
            transfers.clear();
            schedule_.receives(me_, step, transfers);
            for (Transfer const& transfer : transfers) add_receive(transfer, step);
        }
        place();
        return std::move(result_);
    }

  private:
    static constexpr std::size_t no_region = static_cast<std::size_t>(-1);

    /// Bytes of a message between other ranks, held until this rank forwards them.
    struct Held {
        Index begin = 0; ///< offset in the message
        Index bytes = 0;
        std::size_t region = 0;
        Index in_region = 0;
        std::size_t receive = 0; ///< the receive that delivered them
    };
    /// A block's location with its region in the pool, if any. Its offset is relative to the region until place().
    struct Located {
        BlockLocation place;
        std::size_t region = no_region;
    };
    struct Transit {
        std::size_t staging = no_region;
        std::vector<std::size_t> regions; // of the transfer's places
    };

    [[nodiscard]] Rank rank(int position) const { return schedule_.messages().rank(position); }

    [[nodiscard]] StepTransfer transfer_with(int peer, Index bytes, int step) const {
        StepTransfer result;
        result.step = step;
        result.peer = rank(peer);
        result.bytes = bytes;
        return result;
    }

    /// Adds a region for a transfer of `step`. It is in use from `window` - 1 steps earlier, because that many steps may
    /// overlap.
    std::size_t region_for(Index bytes, int step) { return pool_.add(bytes, std::max(0, step - window_ + 1), step); }

    static void append(Located located, Index at, StepTransfer& transfer, Transit& transit) {
        bool const joins = !transfer.places.empty() && transit.regions.back() == located.region &&
                           transfer.in_transfer.back() + transfer.places.back().bytes == at &&
                           continues(transfer.places.back(), located.place);
        if (joins) {
            transfer.places.back().bytes += located.place.bytes;
            return;
        }
        transfer.places.push_back(located.place);
        transfer.in_transfer.push_back(at);
        transit.regions.push_back(located.region);
    }

    void add_send(Transfer const& transfer, int step) {
        StepTransfer send = transfer_with(transfer.to, transfer.bytes, step);
        Transit transit;
        Index at = 0;
        for (Block const& block : schedule_.blocks(transfer, step)) {
            if (block.from == me_) {
                append({{BlockLocation::Area::Outgoing, rank(block.to), block.offset, block.bytes}, no_region}, at, send, transit);
            } else {
                append_held(block, at, step, send, transit);
            }
            at += block.bytes;
        }
        if (send.places.size() > 1) transit.staging = region_for(transfer.bytes, step);
        sort_unique(send.waits_for);
        result_.sends.push_back(std::move(send));
        send_transits_.push_back(std::move(transit));
    }

    /// Adds held bytes to a send. One block may be forwarded in several, and several in one.
    void append_held(Block const& block, Index at, int step, StepTransfer& send, Transit& transit) {
        [[maybe_unused]] Index found = 0;
        for (Held const& held : held_[{block.from, block.to}]) {
            Index const begin = std::max(block.offset, held.begin);
            Index const end = std::min(block.offset + block.bytes, held.begin + held.bytes);
            if (begin >= end) continue;
            BlockLocation const place{BlockLocation::Area::Pool, 0, held.in_region + begin - held.begin, end - begin};
            append({place, held.region}, at + begin - block.offset, send, transit);
            send.waits_for.push_back(held.receive);
            pool_.use_until(held.region, step);
            found += end - begin;
        }
        assert(found == block.bytes && "a schedule sends what has not arrived");
    }

    void add_receive(Transfer const& transfer, int step) {
        std::vector<Block> const blocks = schedule_.blocks(transfer, step);
        StepTransfer receive = transfer_with(transfer.from, transfer.bytes, step);
        Transit transit;
        Index at = 0;
        for (Block const& block : blocks) {
            if (block.to == me_)
                append({{BlockLocation::Area::Incoming, rank(block.from), block.offset, block.bytes}, no_region}, at, receive,
                       transit);
            at += block.bytes;
        }
        if (receive.places.size() != 1 || receive.places.front().bytes != transfer.bytes) {
            transit.staging = region_for(transfer.bytes, step);
            hold(blocks, transit.staging);
        }
        mark_assembled(receive, transit);
        result_.receives.push_back(std::move(receive));
        receive_transits_.push_back(std::move(transit));
    }

    void hold(std::vector<Block> const& blocks, std::size_t region) {
        Index at = 0;
        for (Block const& block : blocks) {
            if (block.to != me_)
                insert({block.offset, block.bytes, region, at, result_.receives.size()}, held_[{block.from, block.to}]);
            at += block.bytes;
        }
    }

    static void insert(Held const& held, std::vector<Held>& into) {
        into.insert(std::ranges::upper_bound(into, held.begin, {}, &Held::begin), held);
    }

    /// A whole message is unpacked directly from the pool; parts of messages are assembled first.
    void mark_assembled(StepTransfer const& receive, Transit const& transit) {
        for (BlockLocation const& block : receive.places) {
            auto const from = as_size(block.peer);
            if (transit.staging == no_region || block.bytes < result_.expected[from]) result_.assembled[from] = true;
        }
    }

    void place() {
        pool_.place();
        for (std::size_t i = 0; i < result_.sends.size(); ++i) place(result_.sends[i], send_transits_[i]);
        for (std::size_t i = 0; i < result_.receives.size(); ++i) place(result_.receives[i], receive_transits_[i]);
        result_.pool_bytes = pool_.bytes();
    }

    void place(StepTransfer& transfer, Transit const& transit) const {
        if (transit.staging != no_region) transfer.staged_at = pool_.offset(transit.staging);
        for (std::size_t i = 0; i < transfer.places.size(); ++i)
            if (transit.regions[i] != no_region) transfer.places[i].offset += pool_.offset(transit.regions[i]);
    }

    Schedule const& schedule_;
    int me_;
    int window_;
    RankSteps result_;
    PoolPlan pool_;
    std::map<std::pair<int, int>, std::vector<Held>> held_; // by origin and destination; ascending by begin
    std::vector<Transit> send_transits_;                    // parallel to result_.sends
    std::vector<Transit> receive_transits_;                 // parallel to result_.receives
};

} // namespace

RankSteps compile_steps(Schedule const& schedule, Rank rank, int window) {
    auto const position = position_of(schedule.messages(), rank);
    if (position) return StepCompiler(schedule, *position, window).compile();
    RankSteps nothing;
    nothing.steps = schedule.steps();
    return nothing;
}

} // namespace tessera
