// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages between ranks of one node, copied through their memory.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/memory/node_memory.hpp"
#include "libcore/runtime/move/exchange/exchange.hpp"
#include "libcore/runtime/move/exchange/node_reads.hpp"
#include "libcore/runtime/move/exchange/pairwise.hpp"
#include "libcore/runtime/mpi/node.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace tessera {

/// Straight from the sources into the targets, where the ranks of the node see each other's sources; else what has long stretches
/// is read from the sender's memory where the system permits it (NodeReads), and the rest goes by way of memory that they share:
/// the sender gathers a message there, and the receiver scatters it from there. Where the node has no room for that, messages are
/// sent; and so they are where all of them are short, as the other ways begin and end with a meeting of all ranks.
class NodeCopies {
  public:
    /// `messages`: this rank's with other ranks of the node and what stays on it, and no others. All of it outlives this.
    NodeCopies(RankMessages const& messages, ExchangeInput const& input);

    /// Starts messages where all are short. Collective over the node.
    void begin(SourcePointers sources, TargetPointers targets, SharedSources shared);
    /// All else. Collective over the node. When it returns no rank reads the sources of another any more.
    void end(SourcePointers sources, TargetPointers targets, SharedSources shared);

    /// Of this rank, for messages that are gathered or sent, and for lists of what is read: none until there are such.
    [[nodiscard]] Index buffer_bytes() const {
        return (sent_instead_ ? sent_instead_->buffer_bytes() : 0) + (reads_ ? reads_->list_bytes() : 0) +
               (messages_instead_ ? messages_instead_->buffer_bytes() : 0) + (staging_ != nullptr ? staging_->size() : 0);
    }
    /// How the messages to this rank went in the last run.
    [[nodiscard]] NodeWays ways() const;

  private:
    /// A message straight from its sender's arrays into this rank's.
    struct StraightMessage {
        Rank sender = 0; ///< its number on the node
        Index bytes = 0;
        std::vector<KeptPart> parts;
    };

    [[nodiscard]] std::vector<Index> gathered_storages() const;
    [[nodiscard]] std::vector<StraightMessage> straight_messages() const;
    void look_at_lengths();
    [[nodiscard]] std::unique_ptr<PairwiseExchange> sent(RankMessages const& messages) const;
    void leave_reads_out();
    void make_staging();
    void run_straight(SourcePointers sources, TargetPointers targets, SharedSources shared);
    [[nodiscard]] Index slabs_of_straight() const;
    void run_staged(SourcePointers sources, TargetPointers targets);
    void report(Index bytes) const {
        if (progress_) progress_(bytes);
    }

    Surroundings& surroundings_;
    Node const& node_;
    RankMessages const& messages_;
    MultiPlan const& plan_;
    RankLayouts const& layouts_;
    Updaters const& updaters_;
    Rank rank_; // in the plan
    Comm const& comm_;
    Index most_bytes_per_count_;
    int tag_;
    Receive receive_;
    std::function<void(Index)> progress_;
    std::optional<CrossMemory> least_read_; // as RedistributorOptions::cross_memory
    Index least_shared_;                    // as RedistributorOptions::least_shared; 0 where nothing is too short
    bool looked_at_lengths_ = false;
    std::unique_ptr<PairwiseExchange> sent_instead_; // where all messages are short
    bool ran_straight_ = false;
    bool has_straight_ = false; // both are made when they are first wanted
    bool has_staging_ = false;
    std::vector<StraightMessage> straight_;
    std::optional<NodeReads> reads_;
    RankMessages staged_;                                // that are not read
    bool any_staged_ = true;                             // on any rank of the node
    NodeMemory* staging_ = nullptr;                      // of the surroundings
    std::unique_ptr<PairwiseExchange> messages_instead_; // where there is no room for it
    std::vector<Index> send_offsets_;                    // of this rank's messages in its staging
    std::vector<std::array<Index, 2>> receive_offsets_;  // of the messages to this rank in their senders', by half
    Index halves_ = 1;                                   // of the staging
    Index half_ = 0;                                     // of the last run
};

} // namespace tessera
