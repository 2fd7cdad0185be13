// SPDX-License-Identifier: BSD-3-Clause
// Tessera: messages within a node that receivers read from the senders' memory.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/move/exchange/exchange_context.hpp"
#include "libcore/runtime/move/exchange/message_runs.hpp"
#include "libcore/runtime/move/exchange/rank_messages.hpp"
#include "libcore/runtime/mpi/node.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera {

/// Copies messages directly from the senders' arrays into the receivers', in any memory; the kernel copies once. This pays for
/// messages with long contiguous runs at both ends. rest() returns the others.
class NodeReads {
  public:
    /// Collective over the node. `messages`: this rank's messages with other ranks on the node, nothing else. `context`
    /// must outlive this.
    NodeReads(ExchangeContext& context, RankMessages const& messages, CrossMemory least);

    /// Returns the messages that are not read.
    [[nodiscard]] RankMessages rest(RankMessages const& messages) const;
    /// Reads all messages; when it returns, all ranks have finished reading. Calls `report` with the bytes of each message.
    /// Collective over the node.
    void run(SourcePointers sources, TargetPointers targets, std::function<void(Index)> const& report) const;

    [[nodiscard]] Index bytes() const; ///< bytes that this rank reads in one execution
    /// Returns the memory of this rank for its lists of runs, including those of an execution, in bytes.
    [[nodiscard]] Index list_bytes() const;
    /// Returns an upper bound on the receiver's memory for the lists of one message, including temporary lists, in bytes. 0 if
    /// the message is too short to be read.
    [[nodiscard]] static Index most_list_bytes(Index message_bytes, CrossMemory least);
    /// Returns why the system forbids reading. Empty if it permits reading, or if no message of this rank is worth it.
    [[nodiscard]] std::optional<std::string> const& refusal() const { return refusal_; }

  private:
    /// The same bytes at the sender's and the receiver's end.
    struct Piece {
        MessageRun there;
        MessageRun here;
    };
    struct ReadMessage {
        Rank sender = 0; ///< rank of the sender on the node
        Index bytes = 0;
        std::vector<Piece> pieces;
    };

    [[nodiscard]] static std::vector<Piece> pieces_of(std::span<MessageRun const> there, std::span<MessageRun const> here);
    [[nodiscard]] std::vector<std::vector<MessageRun>> gathered_runs(RankMessages const& messages, CrossMemory least) const;
    void agree_on_senders();

    Node const& node_;
    NodeProcesses const& processes_;
    std::optional<std::string> refusal_;
    std::vector<ReadMessage> reads_;
    std::vector<int> reads_from_; // by rank of the node: 1 if its message to this rank is read
    std::vector<int> read_by_;    // by rank of the node: 1 if it reads this rank's message
    bool any_ = false;            // any rank of the node reads
};

} // namespace tessera
