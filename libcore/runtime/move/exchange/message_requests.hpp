// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the pending sends and receives of a rank.
#pragma once

#include "libcore/runtime/move/exchange/rank_messages.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <cstddef>
#include <memory>
#include <optional>

namespace tessera {

/// Starts messages and reports when they complete. Messages are numbered as in RankMessages; sends and receives each from 0.
class MessageRequests {
  public:
    struct Ended {
        bool is_send = false;
        std::size_t number = 0;
    };

    MessageRequests() = default;
    MessageRequests(MessageRequests const&) = delete;
    MessageRequests& operator=(MessageRequests const&) = delete;
    virtual ~MessageRequests() = default;

    /// Both start a message. The memory at `place` must not be changed until the message is complete.
    virtual void start_receive(std::size_t number, std::byte* place) = 0;
    virtual void start_send(std::size_t number, std::byte const* place) = 0;
    /// Returns a message that is complete now, or nothing.
    [[nodiscard]] virtual std::optional<Ended> test_any() = 0;
    /// Waits for one message and returns it. Precondition: a message is pending.
    [[nodiscard]] virtual Ended wait_any() = 0;
    /// Waits for all messages.
    virtual void wait_all() = 0;
};

/// Makes an object that creates a new request for each message of each execution. `comm` and `messages` must outlive it.
/// `tag`: the same on all ranks.
[[nodiscard]] std::unique_ptr<MessageRequests> make_new_requests(Communicator const& comm, RankMessages const& messages,
                                                                 Index most_bytes_per_count, int tag);

/// Makes an object with one persistent request per message, created when the message first travels. It is created anew if its
/// address changes.
[[nodiscard]] std::unique_ptr<MessageRequests> make_persistent_requests(Communicator const& comm, RankMessages const& messages,
                                                                        Index most_bytes_per_count, int tag);

} // namespace tessera
