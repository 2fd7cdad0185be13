// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the properties of a message set that the choice of an algorithm needs.
#include "libcore/network/detail/message_digest.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <functional>

namespace tessera::detail {

namespace {

constexpr Index most_sizes = 64;

std::size_t at(int position) {
    return as_size(position);
}

} // namespace

MessageDigest::MessageDigest(MessageSet const& messages_) : set(messages_) {
    if (set.is_all_to_all())
        describe_all_to_all();
    else
        look_through();
}

void MessageDigest::describe_all_to_all() {
    Index const bytes = set.size() > 1 ? set.bytes(0, 1) : 0;
    total_bytes = set.total_bytes();
    max_degree = most_sends = set.max_degree();
    busiest_port = most_sent = most_received = set.busiest_port();
    longest = shortest = bytes;
    senders = receivers = set.messages() > 0 ? set.size() : 0;
    sizes = set.messages() > 0 ? 1 : 0;
    ranked.assign(as_size(max_degree), bytes);
}

void MessageDigest::look_through() {
    std::vector<Index> sends(at(set.size()), 0);
    std::vector<Index> receives(at(set.size()), 0);
    sent.assign(at(set.size()), 0);
    received.assign(at(set.size()), 0);
    kept_every = std::max<Index>(ceil_div(set.messages(), most_messages), 1);
    std::vector<Index> lengths; // the different lengths, ascending
    Index last = 0;
    set.for_each([&](int from, int to, Index bytes) {
        ++sends[at(from)];
        ++receives[at(to)];
        sent[at(from)] += bytes;
        received[at(to)] += bytes;
        if (from % kept_every == 0) messages.push_back({from, to, bytes});
        longest = std::max(longest, bytes);
        shortest = shortest == 0 ? bytes : std::min(shortest, bytes);
        if (bytes == last || static_cast<Index>(lengths.size()) >= most_sizes) return;
        last = bytes;
        auto const place = std::ranges::lower_bound(lengths, bytes);
        if (place == lengths.end() || *place != bytes) lengths.insert(place, bytes);
    });
    sizes = static_cast<Index>(lengths.size());
    summarise(sends, receives);
    rank_lengths();
}

void MessageDigest::summarise(std::vector<Index> const& sends, std::vector<Index> const& receives) {
    auto const sender = std::ranges::max_element(sent);
    auto const receiver = std::ranges::max_element(received);
    busiest_sender = static_cast<int>(sender - sent.begin());
    busiest_receiver = static_cast<int>(receiver - received.begin());
    most_sent = *sender;
    most_received = *receiver;
    busiest_port = std::max(most_sent, most_received);
    most_sends = *std::ranges::max_element(sends);
    max_degree = std::max(most_sends, *std::ranges::max_element(receives));
    for (std::size_t p = 0; p < sent.size(); ++p) {
        total_bytes += sent[p];
        senders += sends[p] > 0 ? 1 : 0;
        receivers += receives[p] > 0 ? 1 : 0;
    }
}

void MessageDigest::rank_lengths() {
    std::vector<Index> lengths;
    auto const rank = [&](std::vector<MessageSet::Entry> const& entries) {
        lengths.clear();
        for (MessageSet::Entry const& entry : entries) lengths.push_back(entry.bytes);
        std::ranges::sort(lengths, std::greater<>());
        if (ranked.size() < lengths.size()) ranked.resize(lengths.size(), 0);
        for (std::size_t i = 0; i < lengths.size(); ++i) ranked[i] = std::max(ranked[i], lengths[i]);
    };
    if (sizes == 1) {
        ranked.assign(as_size(max_degree), longest);
        return;
    }
    for (int position = 0; position < set.size(); position += static_cast<int>(kept_every)) {
        rank(set.sends(position));
        rank(set.receives(position));
    }
    // Skipped ranks may have more messages. The missing entries repeat the last length.
    ranked.resize(as_size(max_degree), ranked.empty() ? longest : ranked.back());
}

} // namespace tessera::detail
