// SPDX-License-Identifier: BSD-3-Clause
// Tessera: sends each message from rank to rank on its own.
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

/// Largest number of pending sends, and of pending receives, of a rank. It keeps a rank with a hundred thousand partners from
/// flooding the others.
inline constexpr std::size_t most_outstanding = 64;

/// Sends and receives messages in order of increasing rank distance. So the nearest unfinished message is always started at
/// both ends, for any bound on pending messages. Therefore ranks cannot wait for each other in a cycle.
class PairwiseExchange {
  public:
    /// `messages` must outlive this, and so must the data that `progress` uses. `progress` is called with the bytes that
    /// arrived.
    PairwiseExchange(RankMessages const& messages, std::unique_ptr<MessageRequests> requests, Receive receive,
                     std::function<void(Index)> progress);

    /// Records every execution from now on as one step of `comm`, the communicator of the messages. All ranks must call it.
    /// `trace` and `comm` must outlive the exchange. Null ends recording.
    void record(TraceRecorder* trace, Communicator const& comm);

    /// Starts as many messages as allowed. The caller may do other work until finish().
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
    Communicator const* traced_comm_ = nullptr;
    std::vector<double> started_at_; // by number of the send
    std::size_t next_send_ = 0;      // of this execution
    std::size_t next_receive_ = 0;
    std::size_t sending_ = 0; // pending
    std::size_t receiving_ = 0;
};

} // namespace tessera
