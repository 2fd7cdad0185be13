// SPDX-License-Identifier: BSD-3-Clause
// Tessera: outlines of the algorithms whose steps are given by formulas.
#include "libcore/base/arithmetic.hpp"
#include "libcore/network/detail/outline.hpp"

#include <algorithm>
#include <cassert>
#include <span>

namespace tessera::detail {

namespace {

using Made = std::shared_ptr<Schedule const>;

StepSample::Look steps_of(Made const& schedule) {
    return [schedule](int step, StepCoster& coster) { return coster.cost(*schedule, step); };
}

/// Longest message and total bytes of a step of a direct algorithm.
struct StepSummary {
    Index longest = 0;
    Index total = 0;
};

std::vector<StepSummary> summaries(Schedule const& schedule, MessageDigest const& digest) {
    std::vector<StepSummary> steps(as_size(schedule.steps()));
    Index bytes = 0;
    Schedule::HopVisitor const count = [&](int number, int, int) {
        StepSummary& step = steps[as_size(number)];
        step.longest = std::max(step.longest, bytes);
        step.total += bytes;
    };
    for (MessageDigest::Message const& message : digest.messages) {
        bytes = message.bytes;
        [[maybe_unused]] bool const known = schedule.visit_hops(message.from, message.to, count);
        assert(known && "an algorithm without a formula");
    }
    return steps;
}

/// The bytes that every rank forwards in each step; each rank sends to one other.
class ForwardTable {
  public:
    ForwardTable(Schedule const& schedule, MessageDigest const& digest)
        : ranks_(as_size(schedule.size())), entries_(ranks_ * as_size(schedule.steps())), thinned_(digest.kept_every) {
        Index bytes = 0;
        Schedule::HopVisitor const count = [&](int step, int at, int next) {
            Entry& entry = entries_[as_size(step) * ranks_ + as_size(at)];
            entry.next = next;
            entry.bytes += bytes;
        };
        for (MessageDigest::Message const& message : digest.messages) {
            bytes = message.bytes;
            schedule.visit_hops(message.from, message.to, count);
        }
    }

    void add_transfers(int step, std::vector<Transfer>& out) const {
        auto const row = std::span(entries_).subspan(as_size(step) * ranks_, ranks_);
        for (std::size_t at = 0; at < ranks_; ++at)
            if (row[at].bytes > 0) out.push_back({static_cast<int>(at), row[at].next, row[at].bytes});
    }

    /// Returns the bytes of the busiest rank. If only every k-th rank's messages are known, it is at least k times the average per
    /// rank.
    [[nodiscard]] Index most(int step) const {
        auto const row = std::span(entries_).subspan(as_size(step) * ranks_, ranks_);
        Index most = 0;
        Index total = 0;
        for (Entry const& entry : row) {
            most = std::max(most, entry.bytes);
            total += entry.bytes;
        }
        return std::max(most, thinned_ > 1 ? total * thinned_ / static_cast<Index>(ranks_) : 0);
    }

  private:
    struct Entry {
        Index bytes = 0;
        int next = 0;
    };
    std::size_t ranks_;
    std::vector<Entry> entries_; // [step][rank]
    Index thinned_;
};

/// Larger tables are not worth their cost.
constexpr Index most_entries = Index{1} << 17;

} // namespace

Result<Outline> Outliner::direct(std::string_view algorithm) const {
    auto const schedule = make_schedule(algorithm, digest_.set, mesh_, watch_.silent());
    if (!schedule) return forward_error(schedule);
    return digest_.set.is_all_to_all() ? direct_all_to_all(*schedule) : direct_irregular(*schedule);
}

/// Every step sends one message of the same length.
Outline Outliner::direct_all_to_all(std::shared_ptr<Schedule const> const& schedule) const {
    if (digest_.total_bytes == 0 || schedule->steps() == 0) return {};
    StepVolume volume = one_message(digest_.longest);
    if (schedule->kind(0) == StepKind::Gather) volume.copied_bytes = digest_.busiest_port;
    Outline outline;
    outline.groups.push_back({schedule->steps(), schedule->kind(0), volume});
    outline.sample = std::make_shared<StepSample>(schedule->steps(), steps_of(schedule));
    outline.exact = true;
    return outline;
}

Outline Outliner::direct_irregular(std::shared_ptr<Schedule const> const& schedule) const {
    std::vector<StepSummary> const steps = summaries(*schedule, digest_);
    std::vector<int> busy;
    Outline outline;
    for (int step = 0; step < schedule->steps(); ++step) {
        auto const& [longest, total] = steps[as_size(step)];
        if (longest == 0) continue;
        StepVolume volume = one_message(longest);
        if (schedule->kind(step) == StepKind::Gather) volume.copied_bytes = total;
        outline.add(volume, schedule->kind(step));
        busy.push_back(step);
    }
    auto const count = static_cast<int>(busy.size());
    outline.sample =
        std::make_shared<StepSample>(count, [look = steps_of(schedule), busy = std::move(busy)](int number, StepCoster& coster) {
            return look(busy[as_size(number)], coster);
        });
    return outline;
}

Result<Outline> Outliner::forwarding(std::string_view algorithm) const {
    int const ranks = digest_.set.size();
    // The route of a message depends only on the ranks. So the all-to-all shows it, without a list of what an irregular set
    // forwards.
    Index const bytes = ranks > 1 ? ceil_div(digest_.busiest_port, ranks - 1) : 0;
    auto const messages = MessageSet::all_to_all(ranks, bytes);
    if (!messages) return forward_error(messages);
    auto const schedule = make_schedule(algorithm, *messages, mesh_, watch_.silent());
    if (!schedule) return forward_error(schedule);
    bool const small = Index{(*schedule)->steps()} * ranks <= most_entries;
    return small && !digest_.set.is_all_to_all() ? forwarding_irregular(*schedule) : forwarding_all_to_all(*schedule);
}

/// Also used for irregular sets among very many ranks, as the all-to-all that loads the busiest port equally.
Outline Outliner::forwarding_all_to_all(std::shared_ptr<Schedule const> const& schedule) const {
    Outline outline;
    std::vector<Transfer> sends;
    for (int step = 0; step < schedule->steps(); ++step) {
        sends.clear();
        schedule->sends(0, step, sends); // every rank sends the same amount
        for (Transfer const& transfer : sends) outline.add(one_message(transfer.bytes), schedule->kind(step));
    }
    outline.sample = std::make_shared<StepSample>(schedule->steps(), steps_of(schedule));
    outline.exact = digest_.set.is_all_to_all();
    return outline;
}

Outline Outliner::forwarding_irregular(std::shared_ptr<Schedule const> const& schedule) const {
    auto const table = std::make_shared<ForwardTable>(*schedule, digest_);
    Outline outline;
    std::vector<int> busy;
    for (int step = 0; step < schedule->steps(); ++step) {
        Index const bytes = table->most(step);
        if (bytes == 0) continue;
        outline.add(one_message(bytes), schedule->kind(step));
        busy.push_back(step);
    }
    auto const count = static_cast<int>(busy.size());
    auto const fill = [table, schedule, busy = std::move(busy)](int number, std::vector<Transfer>& out) {
        int const step = busy[as_size(number)];
        table->add_transfers(step, out);
        return schedule->kind(step);
    };
    outline.sample = std::make_shared<StepSample>(count, walked(fill));
    return outline;
}

} // namespace tessera::detail
