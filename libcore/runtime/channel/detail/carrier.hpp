// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the interface that transports a channel's transfers and notices.
#pragma once

#include "libcore/base/index.hpp"

#include <chrono>
#include <optional>

namespace tessera {

/// A message without data from one rank of a channel to another.
enum class Notice : char {
    Data = 1,  ///< sender to receiver: a transfer follows
    End,       ///< sender to receiver: no more transfers follow
    Abandoned, ///< sender to receiver: the sender left without closing
    Credit,    ///< receiver to sender: ChannelOptions::ahead more transfers were received
    Left,      ///< receiver to sender: the receiver leaves before the end
    Seen,      ///< receiver to sender: the receiver has seen the end
    Alive      ///< sign of life: the process is running
};

/// Transports transfers and notices. Ranks are numbered over all ranks of both sides.
class Carrier {
  public:
    using Clock = std::chrono::steady_clock;
    enum class Way { ToReceiver, ToSender };
    static constexpr Clock::time_point no_deadline = Clock::time_point::max();

    virtual ~Carrier() = default;

    /// Sends a notice without waiting for the receiver. Throws ChannelFailure if it is lost.
    virtual void post(Rank to, Way way, Notice notice) = 0;
    /// Returns the next notice from a rank; nothing if the deadline passes. Throws ChannelFailure if that rank is lost.
    [[nodiscard]] virtual std::optional<Notice> await(Rank from, Way way, Clock::time_point deadline) = 0;
    /// Prepares transfers. Collective over both sides, at most once.
    virtual void prepare() = 0;
    /// Executes one transfer. `source` or `target` is null if this rank sends or receives nothing. Collective over both sides.
    virtual void move(void const* source, void* target) = 0;
    /// Number of sockets that this rank holds.
    [[nodiscard]] virtual int connections() const { return 0; }
};

} // namespace tessera
