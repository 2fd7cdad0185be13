// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages that a schedule must deliver: bytes from rank to rank.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace tessera {

class MultiPlan;

/// A set of messages among `size()` ranks. Schedules number these ranks by positions 0 .. size()-1, in ascending order of the real
/// ranks, and print real ranks. The set has no message from a rank to itself, and at most one message per ordered pair.
class MessageSet {
  public:
    struct Entry {
        int peer = 0;    ///< position of the partner
        Index bytes = 0; ///< 0 only in an all-to-all of 0 bytes
        friend bool operator==(Entry const&, Entry const&) = default;
    };

    /// Makes an all-to-all: every rank sends `bytes`, even if 0, to every other rank. Only that number is stored.
    /// Errors: fewer than one rank, negative bytes, a total that overflows.
    [[nodiscard]] static Result<MessageSet> all_to_all(int ranks, Index bytes);

    struct Triple {
        Rank from = 0;
        Rank to = 0;
        Index bytes = 0;
    };
    /// Makes a set of any messages, in any order, in real ranks. `ranks`: further ranks of the set, which may have no message.
    /// Messages to the own rank and empty messages are dropped, but their ranks belong to the set. Errors: no rank at all, a pair
    /// listed twice, negative bytes or ranks, a total that overflows. Cost: sorting the messages.
    [[nodiscard]] static Result<MessageSet> of(std::span<Triple const> triples, std::span<Rank const> ranks = {});

    /// Largest number of messages of a redistribution that are listed. The list of so many takes 512 MiB.
    static constexpr Index most_listed = Index{1} << 24;
    /// Makes the messages of a redistribution. All ranks of both processor grids belong to the set, even if they hold nothing.
    /// Equal messages from every rank to every other one make an all-to-all, which costs the rows of the factors. Other messages
    /// are listed. Error: there are more than most_listed.
    [[nodiscard]] static Result<MessageSet> of(MultiPlan const& plan);

    [[nodiscard]] int size() const { return size_; }
    [[nodiscard]] Rank rank(int position) const;
    [[nodiscard]] bool is_all_to_all() const { return uniform_bytes_ >= 0; }
    /// Returns the number of bytes from one position to another; 0 if there is no message, or an empty one.
    [[nodiscard]] Index bytes(int from, int to) const;
    /// Returns the messages that a position sends (receives), by ascending partner. Cost: the messages of that position.
    [[nodiscard]] std::vector<Entry> sends(int position) const;
    [[nodiscard]] std::vector<Entry> receives(int position) const;
    /// Visits every message, as positions: by sender, and for each sender by receiver.
    void for_each(std::function<void(int from, int to, Index bytes)> const& visit) const;

    [[nodiscard]] Index messages() const;
    [[nodiscard]] Index total_bytes() const;
    [[nodiscard]] Index max_degree() const;   ///< largest number of messages that one rank sends or that one rank receives
    [[nodiscard]] Index busiest_port() const; ///< largest number of bytes that one rank sends or receives: the one-port lower bound

    /// Returns the positions that send (receive) something, ascending: CDT's S senders and R receivers.
    [[nodiscard]] std::vector<int> senders() const;
    [[nodiscard]] std::vector<int> receivers() const;

  private:
    /// The entries of every position, one position after the other.
    struct Compressed {
        std::vector<std::size_t> start; // size + 1
        std::vector<Entry> entries;
        [[nodiscard]] std::span<Entry const> of(int position) const;
    };
    /// The list of messages, unless the set is an all-to-all. Copies of a set share it.
    struct Listed {
        Compressed by_sender;
        Compressed by_receiver;
    };
    [[nodiscard]] std::vector<Entry> uniform_entries(int position) const;
    /// Makes a set whose messages `visit_all` passes to its argument: in real ranks, by sender, then receiver, each pair once, and
    /// none empty or to the own rank. `ranks`: all ranks of the set, ascending. `messages`: at most as many are expected.
    template <class VisitAll>
    [[nodiscard]] static MessageSet of_sorted(VisitAll visit_all, std::vector<Rank> ranks, Index messages);

    int size_ = 0;
    std::vector<Rank> ranks_;              // indexed by position; empty: position = rank
    Index uniform_bytes_ = -1;             // >= 0: all-to-all
    std::shared_ptr<Listed const> listed_; // null for an all-to-all
};

/// Returns all ranks of both processor grids of every plan, ascending, each once: those of MessageSet::of(plan).
[[nodiscard]] std::vector<Rank> members_of(MultiPlan const& plan);

} // namespace tessera
