// SPDX-License-Identifier: BSD-3-Clause
// Tessera: messages within a node that their receivers read from the memory of the senders.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/move/exchange/message_stretches.hpp"
#include "libcore/runtime/move/exchange/rank_messages.hpp"
#include "libcore/runtime/move/exchange/surroundings.hpp"
#include "libcore/runtime/mpi/node.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera {

/// Straight from the arrays of the senders into those of the receivers, wherever either lie: one copy, by the kernel. It pays for
/// messages that are made of long gapless stretches at both ends; the others are left to another way.
class NodeReads {
  public:
    /// Collective over the node. `messages`: this rank's with other ranks of the node, and no others. `surroundings` outlive this.
    NodeReads(Surroundings& surroundings, RankMessages const& messages, CrossMemory least);

    /// Those that are not read.
    [[nodiscard]] RankMessages rest(RankMessages const& messages) const;
    /// Collective over the node. When it returns all is read, by every rank. `report`: called with the bytes of each message.
    void run(SourcePointers sources, TargetPointers targets, std::function<void(Index)> const& report) const;

    [[nodiscard]] Index bytes() const; ///< that this rank reads in a run
    /// Memory of this rank for the lists of stretches, those of a run included.
    [[nodiscard]] Index list_bytes() const;
    /// What a message's receiver wants at most for its lists, those that are gone when they are made included; 0 where it is not
    /// read.
    [[nodiscard]] static Index most_list_bytes(Index message_bytes, CrossMemory least);
    /// Why nothing of this rank's messages is read, where that would pay and the system has something against it.
    [[nodiscard]] std::optional<std::string> const& refusal() const { return refusal_; }

  private:
    /// The same bytes at both ends.
    struct Piece {
        MessageStretch there;
        MessageStretch here;
    };
    struct ReadMessage {
        Rank sender = 0; ///< its number on the node
        Index bytes = 0;
        std::vector<Piece> pieces;
    };

    [[nodiscard]] static std::vector<Piece> pieces_of(std::span<MessageStretch const> there, std::span<MessageStretch const> here);
    [[nodiscard]] std::vector<std::vector<MessageStretch>> told_stretches(RankMessages const& messages, CrossMemory least) const;
    void agree_on_senders();

    Node const& node_;
    NodeProcesses const& processes_;
    std::optional<std::string> refusal_;
    std::vector<ReadMessage> reads_;
    std::vector<int> reads_from_; // by rank of the node: 1, its message to this rank is read
    std::vector<int> read_by_;    // ... 1, it reads this rank's
    bool any_ = false;            // on any rank of the node
};

} // namespace tessera
