// SPDX-License-Identifier: BSD-3-Clause
// Tessera: outlines of the algorithms that collect data between S senders and R receivers (CDT, 2.2).
#include "libcore/base/arithmetic.hpp"
#include "libcore/network/detail/outline.hpp"
#include "libcore/schedule/binary.hpp"
#include "libcore/schedule/sender_groups.hpp"

#include <algorithm>

namespace tessera::detail {

namespace {

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
        if (sent > 0) transfers.gather.push_back({position, centre, sent});
        if (received > 0) transfers.scatter.push_back({centre, position, received});
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
