// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what carries the transfers of a channel and the notices that go with them.
#pragma once

#include "libcore/base/index.hpp"

#include <chrono>
#include <optional>

namespace tessera {

/// What one rank of a channel tells another besides data.
enum class Notice : char {
    Data = 1,  ///< to a receiver: a transfer follows
    End,       ///< no more will follow
    Abandoned, ///< the sender left without closing
    Credit,    ///< to a sender: so many transfers more were taken
    Left,      ///< the receiver leaves before the end
    Seen,      ///< the receiver has seen the end
    Alive      ///< nothing is new, but the process runs
};

/// Ranks are numbered among all ranks of both sides.
class Carrier {
  public:
    using Clock = std::chrono::steady_clock;
    enum class Way { ToReceiver, ToSender };
    static constexpr Clock::time_point no_deadline = Clock::time_point::max();

    virtual ~Carrier() = default;

    /// Does not wait for the other. Throws ChannelFailure where it is lost.
    virtual void post(Rank to, Way way, Notice notice) = 0;
    /// The next notice from a rank; nothing where the deadline passes. Throws ChannelFailure where that rank is lost.
    [[nodiscard]] virtual std::optional<Notice> await(Rank from, Way way, Clock::time_point deadline) = 0;
    /// Makes ready what a transfer needs. Collective over both sides, at most once.
    virtual void prepare() = 0;
    /// One transfer; null where this rank sends or receives nothing. Collective over both sides.
    virtual void move(void const* source, void* target) = 0;
    /// Sockets that this rank holds.
    [[nodiscard]] virtual int connections() const { return 0; }
};

} // namespace tessera
