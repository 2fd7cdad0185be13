// SPDX-License-Identifier: BSD-3-Clause
// Tessera: outlines of algorithms: selection by name, and the algorithms for general messages.
#include "libcore/network/detail/outline.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/schedule/binary.hpp"

#include <algorithm>
#include <utility>

namespace tessera::detail {

namespace {

bool applies(AlgorithmTwin::When when, MessageDigest const& digest) {
    int const ranks = digest.set.size();
    switch (when) {
    case AlgorithmTwin::When::Never:
        return false;
    case AlgorithmTwin::When::PowerOfTwo:
        return is_power_of_two(ranks);
    case AlgorithmTwin::When::AllSendAndReceive:
        return digest.senders == ranks && digest.receivers == ranks;
    case AlgorithmTwin::When::AllToAll:
        return digest.set.is_all_to_all();
    case AlgorithmTwin::When::AllToAllOfPowerOfTwo:
        return digest.set.is_all_to_all() && is_power_of_two(ranks);
    }
    return false;
}

/// Returns the algorithm that makes the same steps, up to their order and the direction of the exchange. It may be the same one.
AlgorithmInfo const& twin_of(AlgorithmInfo const& info, MessageDigest const& digest) {
    for (AlgorithmTwin const& twin : info.twins)
        if (applies(twin.when, digest)) return *find_algorithm(twin.algorithm);
    return info;
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
    AlgorithmInfo const& info = twin_of(asked, digest_);
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

} // namespace tessera::detail
