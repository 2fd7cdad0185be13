// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the contiguous runs of a message in the sender's or receiver's arrays.
#include "libcore/runtime/move/exchange/message_runs.hpp"

#include <algorithm>

namespace tessera {

namespace {

/// Joins runs that are adjacent both in the message and in memory. Returns them in the order of the message.
std::vector<MessageRun> joined_stretches(std::vector<MessageRun> stretches) {
    std::ranges::sort(stretches, {}, &MessageRun::begin);
    std::vector<MessageRun> joined;
    for (MessageRun const& each : stretches) {
        bool const follows = !joined.empty() && joined.back().plan == each.plan &&
                             joined.back().begin + joined.back().bytes == each.begin &&
                             joined.back().offset + joined.back().bytes == each.offset;
        if (follows)
            joined.back().bytes += each.bytes;
        else
            joined.push_back(each);
    }
    return joined;
}

} // namespace

std::vector<MessageRun> message_runs(PeerMessage const& message, MessageEnd end, CrossMemory least) {
    if (message.bytes < least.message) return {};
    Index count = 0;
    for (PeerMessage::Part const& part : message.parts) {
        if (part.copy.updates()) return {};
        count += part.copy.stretches();
    }
    if (count == 0 || message.bytes / count < least.stretch) return {};
    std::vector<MessageRun> all;
    for (PeerMessage::Part const& part : message.parts) {
        part.copy.for_each_contiguous_run([&](Index from, Index to, Index bytes) {
            Index const in_message = end == MessageEnd::Sender ? to : from;
            Index const in_array = end == MessageEnd::Sender ? from : to;
            all.push_back({part.offset + in_message, static_cast<Index>(part.plan), in_array, bytes});
        });
    }
    return joined_stretches(std::move(all));
}

} // namespace tessera
