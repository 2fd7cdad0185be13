// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a schedule must deliver: bytes from rank to rank.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace tessera {

class MultiPlan;

/// A set of messages among `size()` ranks. Schedules work on positions 0 .. size()-1 in the sorted union of the ranks that take
/// part, and print real ranks. A message from a rank to itself is no message; at most one message per ordered pair.
class MessageSet {
  public:
    struct Entry {
        int peer = 0;    ///< position of the partner
        Index bytes = 0; ///< > 0
        friend bool operator==(Entry const&, Entry const&) = default;
    };

    /// Every rank sends `bytes` to every other rank. Only that number is stored.
    /// Errors: fewer than one rank, negative bytes, a total that overflows.
    [[nodiscard]] static Result<MessageSet> all_to_all(int ranks, Index bytes);

    struct Triple {
        Rank from = 0;
        Rank to = 0;
        Index bytes = 0;
    };
    /// Any messages, in any order, in real ranks. `ranks`: further ranks that take part without a message.
    /// Self messages and empty ones are left out, though their ranks take part. Errors: no rank at all, a pair twice, negative
    /// bytes or ranks, a total that overflows. Cost: sorting the messages.
    [[nodiscard]] static Result<MessageSet> of(std::span<Triple const> triples, std::span<Rank const> ranks = {});

    /// The messages of a redistribution. All ranks of both processor grids take part, whether they hold anything or not.
    /// Cost: its messages.
    [[nodiscard]] static Result<MessageSet> of(MultiPlan const& plan);

    [[nodiscard]] int size() const { return size_; }
    [[nodiscard]] Rank rank(int position) const;
    [[nodiscard]] bool is_all_to_all() const { return uniform_bytes_ >= 0; }
    /// The number of bytes from one position to another; 0 where there is no message.
    [[nodiscard]] Index bytes(int from, int to) const;
    /// Ascending partner. Cost: the messages of that position.
    [[nodiscard]] std::vector<Entry> sends(int position) const;
    [[nodiscard]] std::vector<Entry> receives(int position) const;
    /// Visits every message, as positions: by sender, and for each sender by receiver.
    void for_each(std::function<void(int from, int to, Index bytes)> const& visit) const;

    [[nodiscard]] Index messages() const;
    [[nodiscard]] Index total_bytes() const;
    [[nodiscard]] Index max_degree() const;   ///< most messages any rank sends or any rank receives
    [[nodiscard]] Index busiest_port() const; ///< most bytes any rank sends or any rank receives: the one-port lower bound

    /// Positions that send something, positions that receive something (CDT's S senders and R receivers), ascending.
    [[nodiscard]] std::vector<int> senders() const;
    [[nodiscard]] std::vector<int> receivers() const;

  private:
    /// The entries of every position, one position after the other.
    struct Compressed {
        std::vector<std::size_t> start; // size + 1
        std::vector<Entry> entries;
        [[nodiscard]] std::span<Entry const> of(int position) const;
    };
    /// The messages one by one, where they are not all alike; copies of a set share them.
    struct Listed {
        Compressed by_sender;
        Compressed by_receiver;
    };
    [[nodiscard]] std::vector<Entry> uniform_entries(int position) const;
    /// Messages that move something, by sender and then receiver, each pair once; all ranks that take part, ascending.
    [[nodiscard]] static MessageSet of_sorted(std::vector<Triple> sorted, std::vector<Rank> ranks);
    [[nodiscard]] static Listed compress(std::span<Triple const> sorted, int positions);

    int size_ = 0;
    std::vector<Rank> ranks_;              // by position; empty: the identity
    Index uniform_bytes_ = -1;             // >= 0: all-to-all
    std::shared_ptr<Listed const> listed_; // unless all-to-all
};

} // namespace tessera
