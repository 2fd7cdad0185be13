// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies messages between ranks on a node through memory.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/memory/node_memory.hpp"
#include "libcore/runtime/move/exchange/exchange.hpp"
#include "libcore/runtime/move/exchange/node_reads.hpp"
#include "libcore/runtime/move/exchange/pairwise.hpp"
#include "libcore/runtime/move/exchange/staged_slabs.hpp"
#include "libcore/runtime/mpi/node.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace tessera {

/// Copies the messages between ranks on a node. If the sources are shared, data is copied directly from them into the targets.
/// Otherwise messages with long contiguous runs are read from the sender's memory, if the system permits it (NodeReads). The
/// sender packs the others in shared memory and the receiver unpacks them. If the node has no room for shared memory, messages
/// are sent. They are also sent if all are short, because the other ways begin and end with a synchronization of all ranks.
class NodeCopies {
  public:
    /// `messages`: this rank's messages with other ranks on the node, and its kept data; nothing else. All arguments must
    /// outlive this.
    NodeCopies(RankMessages const& messages, ExchangeInput const& input);

    /// Starts sending if all messages are short. Collective over the node.
    void begin(SourcePointers sources, TargetPointers targets, SharedSources shared);
    /// Does all other transfers. When it returns, no rank reads another rank's sources any more. Collective over the node.
    void end(SourcePointers sources, TargetPointers targets, SharedSources shared);

    /// Bytes of this rank for packed or sent messages and for the lists of reads. 0 until the first execution that needs them.
    [[nodiscard]] Index buffer_bytes() const {
        return (sent_instead_ ? sent_instead_->buffer_bytes() : 0) + (reads_ ? reads_->list_bytes() : 0) +
               (messages_instead_ ? messages_instead_->buffer_bytes() : 0) + (staging_ != nullptr ? staging_->size() : 0);
    }
    /// Returns the ways of the messages to this rank in the last execution.
    [[nodiscard]] NodeTraffic ways() const;

  private:
    /// A message copied directly from its sender's arrays into this rank's.
    struct StraightMessage {
        Rank sender = 0; ///< rank of the sender on the node
        Index bytes = 0;
        std::vector<KeptPart> parts;
    };

    [[nodiscard]] std::vector<Index> gathered_storages() const;
    [[nodiscard]] std::vector<StraightMessage> straight_messages() const;
    void look_at_lengths();
    [[nodiscard]] std::unique_ptr<PairwiseExchange> sent(RankMessages const& messages) const;
    void leave_reads_out();
    void make_staging();
    void lay_out_whole_messages(Index most);
    void run_straight(SourcePointers sources, TargetPointers targets, SharedSources shared);
    [[nodiscard]] Index slabs_of_straight() const;
    void run_staged(SourcePointers sources, TargetPointers targets);
    void run_whole_messages(SourcePointers sources, TargetPointers targets);
    void report(Index bytes) const {
        if (progress_) progress_(bytes);
    }

    ExchangeContext& context_;
    Node const& node_;
    RankMessages const& messages_;
    MultiPlan const& plan_;
    RankLayouts const& layouts_;
    Updaters const& updaters_;
    Rank rank_; // rank in the plan
    Communicator const& comm_;
    Index most_bytes_per_count_;
    int tag_;
    Receive receive_;
    std::function<void(Index)> progress_;
    std::optional<CrossMemory> least_read_; // as RedistributorOptions::cross_memory
    Index least_shared_;                    // as RedistributorOptions::least_shared; 0 if no message is too short
    Index slab_;                            // as RedistributorOptions::slab
    bool looked_at_lengths_ = false;
    std::unique_ptr<PairwiseExchange> sent_instead_; // set if all messages are short
    bool ran_straight_ = false;
    bool has_straight_ = false; // whether straight_ was made; made at the first use, as the staging is
    bool has_staging_ = false;
    std::vector<StraightMessage> straight_;
    std::optional<NodeReads> reads_;
    RankMessages staged_;                                // the messages that are not read
    bool any_staged_ = true;                             // any rank of the node has staged messages
    NodeMemory* staging_ = nullptr;                      // belongs to the surroundings
    std::unique_ptr<StagedSlabs> slabs_;                 // set if staged messages are moved slab by slab
    std::unique_ptr<PairwiseExchange> messages_instead_; // set if there is no room for the staging
    std::vector<Index> send_offsets_;                    // of this rank's messages in its staging
    std::vector<std::array<Index, 2>> receive_offsets_;  // of the messages to this rank in their senders' stagings, by half
    Index halves_ = 1;                                   // halves of the staging: 1 or 2
    Index half_ = 0;                                     // the half that the last execution used
};

} // namespace tessera
