// SPDX-License-Identifier: BSD-3-Clause
// Tessera: outlines of algorithms: selection by name, and the algorithms for general messages.
#include "libcore/network/detail/outline.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/try.hpp"
#include "libcore/schedule/binary.hpp"
#include "libcore/schedule/sender_groups.hpp"

#include <algorithm>
#include <cassert>
#include <span>
#include <utility>

namespace tessera::detail {
namespace {

bool applies(EquivalentAlgorithm::When when, MessageDigest const& digest) {
    int const ranks = digest.set.size();
    switch (when) {
    case EquivalentAlgorithm::When::Never:
        return false;
    case EquivalentAlgorithm::When::PowerOfTwo:
        return is_power_of_two(ranks);
    case EquivalentAlgorithm::When::AllSendAndReceive:
        return digest.senders == ranks && digest.receivers == ranks;
    case EquivalentAlgorithm::When::AllToAll:
        return digest.set.is_all_to_all();
    case EquivalentAlgorithm::When::AllToAllOfPowerOfTwo:
        return digest.set.is_all_to_all() && is_power_of_two(ranks);
    }
    return false;
}

/// Returns the algorithm that makes the same steps, up to their order and the direction of the exchange. It may be the same one.
AlgorithmInfo const& equivalent_of(AlgorithmInfo const& info, MessageDigest const& digest) {
    for (EquivalentAlgorithm const& equivalent : info.equivalents)
        if (applies(equivalent.when, digest)) return *find_algorithm(equivalent.algorithm);
    return info;
}

using Made = std::shared_ptr<Schedule const>;

StepSample::StepCostFunction steps_of(Made const& schedule) {
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

/// The messages of the two steps of centralized: all data to the centre, then all data to the receivers.
struct Centre {
    std::vector<Transfer> gather;
    std::vector<Transfer> scatter;
};

Centre transfers_by_centre(MessageDigest const& digest) {
    int const centre = digest.senders >= digest.receivers ? digest.busiest_sender : digest.busiest_receiver;
    Centre transfers;
    for (int position = 0; position < digest.set.size(); ++position) {
        if (position == centre) continue;
        auto const p = as_size(position);
        Index const sent = digest.sent.empty() ? digest.most_sent : digest.sent[p];
        Index const received = digest.received.empty() ? digest.most_received : digest.received[p];
        if (sent > 0 || digest.set.is_all_to_all()) transfers.gather.push_back({position, centre, sent});
        if (received > 0 || digest.set.is_all_to_all()) transfers.scatter.push_back({centre, position, received});
    }
    return transfers;
}

StepVolume volume_at_centre(std::vector<Transfer> const& transfers, bool scatter) {
    StepVolume volume;
    for (Transfer const& transfer : transfers) {
        volume.longest = std::max(volume.longest, transfer.bytes);
        volume.copied_bytes += transfer.bytes;
    }
    if (transfers.empty()) return volume;
    volume.sends = scatter ? std::ssize(transfers) : 1;
    volume.sent_bytes = scatter ? volume.copied_bytes : volume.longest;
    return volume;
}

} // namespace

StepVolume one_message(Index bytes) {
    return {1, bytes, bytes, 2 * bytes};
}

void Outline::add(StepVolume const& volume, StepKind kind) {
    if (volume.sends == 0) return;
    if (!groups.empty() && groups.back().kind == kind && groups.back().volume == volume)
        ++groups.back().steps;
    else
        groups.push_back({1, kind, volume});
}

Result<Outline> Outliner::outline(AlgorithmInfo const& asked) {
    AlgorithmInfo const& info = equivalent_of(asked, digest_);
    auto const found = made_.find(info.name);
    if (found != made_.end()) return found->second;
    return made_.emplace(info.name, make(info)).first->second;
}

Outliner::Made Outliner::make(AlgorithmInfo const& info) {
    switch (info.estimate) {
    case AlgorithmInfo::Estimate::Direct:
        return direct(info.name);
    case AlgorithmInfo::Estimate::Forwarding:
        return forwarding(info.name);
    case AlgorithmInfo::Estimate::Ranked:
        return ranked(0);
    case AlgorithmInfo::Estimate::Greedy:
        return ranked(digest_.sizes > 1 ? digest_.max_degree / 8 : 0);
    case AlgorithmInfo::Estimate::Blocks:
        return split();
    case AlgorithmInfo::Estimate::AtOnce:
        return unscheduled();
    case AlgorithmInfo::Estimate::Centralized:
        return centralized();
    case AlgorithmInfo::Estimate::Staged:
        return staged();
    case AlgorithmInfo::Estimate::Multistage:
        return multistage();
    case AlgorithmInfo::Estimate::Hybrid:
        return hybrid();
    }
    return fail("an algorithm without an estimate");
}

/// One step for each message of the busiest rank, with the ranked lengths. Greedy algorithms need some more, short steps.
Outline Outliner::ranked(Index more_steps) {
    Outline outline{{}, turns()};
    for (Index const bytes : digest_.ranked) outline.add(one_message(bytes), StepKind::SendReceive);
    for (Index i = 0; i < more_steps; ++i) outline.add(one_message(digest_.ranked.back()), StepKind::SendReceive);
    return outline;
}

/// The busiest port is never idle. While there are messages of at least a power of two, steps have this length; then they have half
/// of it, and so on, down to the shortest message, and then to the differences of the lengths. Each such phase has about as many
/// steps as the busiest rank has messages. There are no more phases than lengths.
Outline Outliner::split() {
    if (digest_.sizes <= 1) return ranked(0);
    Index const halvings = ceil_log2(static_cast<int>(std::min<Index>(digest_.longest / digest_.shortest, 1 << 30))) + 2;
    Index const steps = digest_.max_degree * std::min(halvings, digest_.sizes);
    Outline outline{{}, turns()};
    outline.groups.push_back({steps, StepKind::SendReceive, one_message(ceil_div(digest_.busiest_port, steps))});
    return outline;
}

Outline Outliner::unscheduled() {
    if (digest_.max_degree <= 1) return ranked(0);
    StepVolume const all{digest_.most_sends, digest_.most_sent, digest_.longest, digest_.most_sent + digest_.most_received};
    return {{{1, StepKind::SendReceive, all}}, nullptr};
}

/// Each turn starts with a different rank, and each rank starts with a different message. A rank sends the first of up to
/// most_tries messages whose receiver is still free.
std::shared_ptr<StepSample> Outliner::turns() {
    if (turns_) return turns_;
    static constexpr std::size_t most_tries = 8;
    MessageSet const& set = digest_.set;
    auto const fill = [&set](int turn, std::vector<Transfer>& out) {
        std::vector<char> taken(as_size(set.size()), 0);
        auto const first = static_cast<int>(Index{turn} * golden_stride(set.size()) % set.size());
        for (int i = 0; i < set.size(); ++i) {
            int const from = (first + i) % set.size();
            auto const entries = set.sends(from);
            for (std::size_t tried = 0; tried < std::min(entries.size(), most_tries); ++tried) {
                auto const& [to, bytes] = entries[(as_size(from) + as_size(turn) + tried) % entries.size()];
                if (std::exchange(taken[as_size(to)], 1) != 0) continue;
                out.push_back({from, to, bytes});
                break;
            }
        }
        return StepKind::SendReceive;
    };
    return turns_ = std::make_shared<StepSample>(static_cast<int>(digest_.max_degree), walked(fill));
}

Result<Outline> Outliner::direct(std::string_view algorithm) const {
    auto const schedule = TRY(make_schedule(algorithm, digest_.set, mesh_, watch_.silent()));
    return digest_.set.is_all_to_all() ? direct_all_to_all(schedule) : direct_irregular(schedule);
}

/// Every step sends one message of the same length.
Outline Outliner::direct_all_to_all(std::shared_ptr<Schedule const> const& schedule) const {
    if (digest_.set.messages() == 0 || schedule->steps() == 0) return {};
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
    auto const messages = TRY(MessageSet::all_to_all(ranks, bytes));
    auto const schedule = TRY(make_schedule(algorithm, messages, mesh_, watch_.silent()));
    bool const small = Index{schedule->steps()} * ranks <= most_entries;
    return small && !digest_.set.is_all_to_all() ? forwarding_irregular(schedule) : forwarding_all_to_all(schedule);
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

Outline Outliner::centralized() const {
    auto const transfers = std::make_shared<Centre>(transfers_by_centre(digest_));
    Outline outline;
    outline.add(volume_at_centre(transfers->gather, false), StepKind::Gather);
    outline.add(volume_at_centre(transfers->scatter, true), StepKind::Gather);
    outline.sample = std::make_shared<StepSample>(2, walked([transfers](int step, std::vector<Transfer>& out) {
                                                      out = step == 0 ? transfers->gather : transfers->scatter;
                                                      return StepKind::Gather;
                                                  }));
    return outline;
}

/// Collected data goes into the stages like direct messages, and out of them (or, mirrored, into them) in one more step.
Outline Outliner::staged() {
    Outline outline = ranked(0);
    outline.add(one_message(digest_.senders >= digest_.receivers ? digest_.most_received : digest_.most_sent),
                StepKind::SendReceive);
    return outline;
}

/// While the number of halves is at most the number of receivers, a level moves half of a rank's data. After that the data sets
/// join and double.
Outline Outliner::multistage() {
    bool const mirrored = digest_.senders < digest_.receivers;
    int const many = std::max(digest_.senders, digest_.receivers);
    int const few = std::min(digest_.senders, digest_.receivers);
    Outline outline{{}, turns()};
    if (few == 0) return outline;
    Index held = mirrored ? digest_.most_received : digest_.most_sent;
    for (int level = 0; level < ceil_log2(many); ++level) {
        bool const spreading = level < ceil_log2(few);
        outline.add(one_message(spreading ? ceil_div(held, 2) : held), StepKind::SendReceive);
        if (!spreading) held = std::min(2 * held, digest_.total_bytes);
    }
    outline.add(one_message(mirrored ? digest_.most_sent : digest_.most_received), StepKind::SendReceive);
    return outline;
}

/// The ports of the smaller side are never idle.
Outline Outliner::hybrid() {
    bool const mirrored = digest_.senders < digest_.receivers;
    int const few = std::min(digest_.senders, digest_.receivers);
    Outline outline{{}, turns()};
    if (few == 0) return outline;
    int const steps = group_senders(std::max(digest_.senders, digest_.receivers), few).steps();
    Index const port = mirrored ? digest_.most_sent : digest_.most_received;
    outline.groups.push_back({steps, StepKind::SendReceive, one_message(std::max(digest_.longest, ceil_div(port, steps)))});
    return outline;
}

} // namespace tessera::detail
