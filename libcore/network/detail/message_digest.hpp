// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the properties of a message set that the choice of an algorithm needs.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/schedule/message_set.hpp"

#include <vector>

namespace tessera::detail {

/// Cost: one pass over the messages, or nothing for an all-to-all.
struct MessageDigest {
    explicit MessageDigest(MessageSet const& set);

    /// Approximate limit of the stored messages.
    static constexpr Index most_messages = Index{1} << 14;

    struct Message {
        int from = 0;
        int to = 0;
        Index bytes = 0;
    };

    MessageSet const& set;
    Index total_bytes = 0;
    Index max_degree = 0;
    Index busiest_port = 0;
    Index most_sent = 0;     ///< bytes sent by the busiest sender
    Index most_received = 0; ///< bytes received by the busiest receiver
    Index most_sends = 0;    ///< largest number of messages of one sender
    Index longest = 0;       ///< bytes of the longest message
    Index shortest = 0;      ///< bytes of the shortest message
    int busiest_sender = 0;
    int busiest_receiver = 0;
    std::vector<Index> sent;     ///< bytes by position; empty for an all-to-all
    std::vector<Index> received; ///< bytes by position; empty for an all-to-all
    int senders = 0;
    int receivers = 0;
    Index sizes = 0; ///< number of different message lengths, counted up to 64

    /// Messages by sender. Those of every k-th rank only, if there are too many. Empty for an all-to-all.
    std::vector<Message> messages;
    Index kept_every = 1; ///< the k of `messages`
    /// ranked[i]: the largest (i+1)-th longest message over all ranks' sends and receives. Any schedule with one message per port
    /// and step has i+1 steps that are at least that long. It has max_degree entries.
    std::vector<Index> ranked;

  private:
    void describe_all_to_all();
    void look_through();
    void summarise(std::vector<Index> const& sends, std::vector<Index> const& receives);
    void rank_lengths();
};

} // namespace tessera::detail
