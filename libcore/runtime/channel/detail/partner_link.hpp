// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the connection to a partner in another job; it distinguishes computing partners from stopped ones.
#pragma once

#include "libcore/runtime/channel/detail/carrier.hpp"
#include "libcore/runtime/channel/detail/socket.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace tessera {

/// The header of every frame: a notice, or 0 followed by `bytes` bytes of data.
struct FrameHeader {
    std::int64_t notice = 0;
    std::int64_t bytes = 0;

    [[nodiscard]] bool is(Notice expected) const { return notice == static_cast<std::int64_t>(expected) && bytes == 0; }
};

/// A connection that both jobs keep alive. A thread sends signs of life between the frames, however long the program computes.
class PartnerLink {
  public:
    using Clock = Carrier::Clock;

    /// `timeout`: maximum silence of the partner while this rank waits for it.
    PartnerLink(Socket socket, std::chrono::milliseconds timeout) : socket_(std::move(socket)), timeout_(timeout) {}
    PartnerLink(PartnerLink const&) = delete;
    PartnerLink& operator=(PartnerLink const&) = delete;
    /// Waits until the partner's system has received everything. Otherwise data that the partner sends to a closed connection would
    /// destroy it.
    void leave(Clock::time_point deadline) noexcept;

    [[nodiscard]] Socket const& socket() const { return socket_; }
    [[nodiscard]] std::chrono::milliseconds timeout() const { return timeout_; }
    [[nodiscard]] bool given_up() const { return given_up_; }
    /// Returns a lock to hold while a frame is sent, so that no sign of life gets into the frame.
    [[nodiscard]] std::unique_lock<std::mutex> lock_for_frame() { return std::unique_lock(writing_); }

    /// Sends the header and waits until it is sent. Throws ChannelFailure if the partner is lost or silent.
    void send(FrameHeader const& header);
    /// Returns the next header other than a sign of life; nothing if the deadline passes. Throws like send().
    [[nodiscard]] std::optional<FrameHeader> receive(Clock::time_point deadline);
    /// Marks the partner as lost. Later waits for it throw at once.
    void give_up() { given_up_ = true; }
    /// Sends a sign of life, unless a frame is being sent or the connection accepts no data now. May be called by any thread.
    void send_heartbeat();

  private:
    Socket socket_;
    std::chrono::milliseconds timeout_;
    std::mutex writing_;
    bool given_up_ = false;
};

/// Measures the partner's silence during one wait.
class SilenceTimer {
  public:
    explicit SilenceTimer(PartnerLink& link); ///< throws like check() if the partner was given up before
    void broken();                            ///< call it when data has passed through the connection
    /// Gives up the partner and throws ChannelFailure if nothing has come from it for the patience.
    void check();
    /// Returns the maximum time between two checks.
    [[nodiscard]] static std::chrono::milliseconds between_checks(std::chrono::milliseconds timeout);

  private:
    void fail();

    PartnerLink& link_;
    PartnerLink::Clock::time_point since_;
    PartnerLink::Clock::time_point checked_;
    Index unread_; // bytes that have arrived and are not read yet
};

/// A thread that sends signs of life to all partners until it is destroyed.
class Heartbeat {
  public:
    Heartbeat(std::map<Rank, PartnerLink>& partners, std::chrono::milliseconds interval);

  private:
    std::jthread thread_;
};

} // namespace tessera
