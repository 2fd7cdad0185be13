// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a rank's sends and receives while they are on their way.
#pragma once

#include "libcore/runtime/move/exchange/rank_messages.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <cstddef>
#include <memory>
#include <optional>

namespace tessera {

/// Starts messages and hears of their ends. Messages are numbered as in RankMessages, sends and receives each from 0.
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

    /// The place keeps its content until the message has ended.
    virtual void start_receive(std::size_t number, std::byte* place) = 0;
    virtual void start_send(std::size_t number, std::byte const* place) = 0;
    /// One that has ended by now, or nothing.
    [[nodiscard]] virtual std::optional<Ended> test_any() = 0;
    /// Waits for one. Precondition: one is on its way.
    [[nodiscard]] virtual Ended wait_any() = 0;
    /// Waits for all.
    virtual void wait_all() = 0;
};

/// A request for each message of each run. `comm` and `messages` outlive it. `tag`: the same on all ranks.
[[nodiscard]] std::unique_ptr<MessageRequests> make_new_requests(Comm const& comm, RankMessages const& messages,
                                                                 Index most_bytes_per_count, int tag);

/// A request for each message, made when it first travels and started again and again; made anew where its place has changed.
[[nodiscard]] std::unique_ptr<MessageRequests> make_persistent_requests(Comm const& comm, RankMessages const& messages,
                                                                        Index most_bytes_per_count, int tag);

} // namespace tessera
