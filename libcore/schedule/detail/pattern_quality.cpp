// SPDX-License-Identifier: BSD-3-Clause
// Tessera: quality of a schedule whose steps are given by formulas.
#include "libcore/schedule/detail/pattern_quality.hpp"

#include <algorithm>

namespace tessera::detail {

namespace {

/// The other ranks' data that a rank holds between forwarding steps, and the buffers of its largest step.
struct Holder {
    Index foreign = 0;
    Index most_foreign = 0;
    Index largest_step = 0;

    void finish_step(Index handled) {
        most_foreign = std::max(most_foreign, foreign);
        largest_step = std::max(largest_step, handled);
    }
    [[nodiscard]] Index memory() const { return most_foreign + largest_step; }
};

/// The forwarded bytes of a transfer: `left` are not the sender's own, `arrived` are not for the receiver.
struct Passing {
    Index left = 0;
    Index arrived = 0;
};

Passing passing_in(Schedule const& schedule, Transfer const& transfer, int step) {
    Passing passing;
    for (Block const& block : schedule.blocks(transfer, step)) {
        if (block.from != transfer.from) passing.left += block.bytes;
        if (block.to != transfer.to) passing.arrived += block.bytes;
    }
    return passing;
}

/// The memory for forwarded data. In one-port steps all ranks hold equally much, so one rank represents all. Gather and scatter
/// steps have a central rank, and `one` represents the others.
class Memory {
  public:
    explicit Memory(Schedule const& schedule) : schedule_(schedule) {}

    void add(StepPattern const& pattern, int step) {
        int const one = pattern.one_port() ? 0 : 1;
        Index const others = schedule_.size() - 1;
        transfers_.clear();
        schedule_.sends(one, step, transfers_);
        for (Transfer const& transfer : transfers_) {
            Passing const passing = passing_in(schedule_, transfer, step);
            one_.foreign -= passing.left;
            if (pattern.one_port()) one_.foreign += passing.arrived; // the same amount arrives from another rank
            if (!pattern.one_port()) middle_.foreign += others * passing.arrived;
        }
        if (pattern.one_port()) return one_.finish_step(pattern.most_handled() * pattern.bytes);
        transfers_.clear();
        schedule_.receives(one, step, transfers_);
        for (Transfer const& transfer : transfers_) {
            Passing const passing = passing_in(schedule_, transfer, step);
            one_.foreign += passing.arrived;
            middle_.foreign -= others * passing.left;
        }
        one_.finish_step(pattern.bytes);
        middle_.finish_step(others * pattern.bytes);
    }

    [[nodiscard]] Index most() const { return std::max(one_.memory(), middle_.memory()); }

  private:
    Schedule const& schedule_;
    Holder one_;
    Holder middle_;
    std::vector<Transfer> transfers_;
};

} // namespace

Result<ScheduleQuality> quality_by_patterns(Schedule const& schedule, Watch const& watch) {
    ScheduleQuality quality;
    quality.max_degree = schedule.messages().max_degree();
    quality.lower_bound = schedule.messages().busiest_port();
    quality.idle_ranks.reserve(as_size(schedule.steps()));
    bool const forwards = schedule.store_and_forward();
    Memory memory(schedule);
    for (int step = 0; step < schedule.steps(); ++step) {
        if (watch.stopped()) return stopped_error();
        watch.report(step, schedule.steps());
        StepPattern const pattern = *schedule.pattern(step);
        quality.transfers += pattern.transfers();
        quality.bytes_sent += pattern.transfers() * pattern.bytes;
        quality.one_port_cost += pattern.busiest_port() * pattern.bytes;
        quality.steps += pattern.transfers() > 0 ? 1 : 0;
        quality.idle_ranks.push_back(pattern.idle_ranks());
        if (forwards)
            memory.add(pattern, step);
        else
            quality.max_memory = std::max(quality.max_memory, pattern.most_handled() * pattern.bytes);
    }
    if (forwards) quality.max_memory = memory.most();
    return quality;
}

} // namespace tessera::detail
