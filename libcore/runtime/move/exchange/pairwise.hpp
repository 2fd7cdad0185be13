// SPDX-License-Identifier: BSD-3-Clause
// Tessera: messages from rank to rank, each started and ended by itself.
#pragma once

#include "libcore/runtime/move/exchange/exchange.hpp"
#include "libcore/runtime/move/exchange/message_buffers.hpp"
#include "libcore/runtime/move/exchange/message_requests.hpp"
#include "libcore/runtime/move/schedule/trace_recorder.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace tessera {

/// At most so many sends, and as many receives, of a rank are on their way at a time: a rank with a hundred thousand partners does
/// not flood anybody.
inline constexpr std::size_t most_outstanding = 64;

/// Sends go to ever farther ranks, and receives come from ever farther ones, so the nearest message that is not done yet is always
/// started at both of its ends, however few may be on their way: ranks cannot wait for each other in a circle.
class PairwiseExchange {
  public:
    /// `messages` outlive it, and so does what `progress` calls with the bytes that arrived.
    PairwiseExchange(RankMessages const& messages, std::unique_ptr<MessageRequests> requests, Receive receive,
                     std::function<void(Index)> progress);

    /// Every run from now on is recorded as one step of `comm`, whose ranks the messages name; all ranks ask for it. Both outlive
    /// the exchange. null: no more.
    void record(TraceRecorder* trace, Comm const& comm);

    /// Starts what may be started. Between begin and finish other work may be done.
    void begin(SourcePointers sources, TargetPointers targets);
    /// Returns when all messages are sent and delivered.
    void finish(SourcePointers sources, TargetPointers targets);

    [[nodiscard]] Index buffer_bytes() const { return buffers_.bytes(); }

  private:
    void start_next_receive(TargetPointers targets);
    void start_next_send(SourcePointers sources);
    void end(MessageRequests::Ended message, TargetPointers targets);
    void deliver(std::size_t number, TargetPointers targets);

    RankMessages const& messages_;
    MessageBuffers buffers_;
    std::unique_ptr<MessageRequests> requests_;
    bool async_;
    std::function<void(Index)> progress_;
    TraceRecorder* trace_ = nullptr;
    Comm const* traced_comm_ = nullptr;
    std::vector<double> started_at_; // by send
    std::size_t next_send_ = 0;      // of this run
    std::size_t next_receive_ = 0;
    std::size_t sending_ = 0; // on their way
    std::size_t receiving_ = 0;
};

} // namespace tessera
