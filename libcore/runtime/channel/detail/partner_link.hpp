// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the connection to a partner in another job, and how a partner that computes is told from one that is stopped.
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

/// What stands before everything that is sent: a notice, or 0 and then so many bytes of data.
struct FrameHeader {
    std::int64_t notice = 0;
    std::int64_t bytes = 0;

    [[nodiscard]] bool is(Notice expected) const { return notice == static_cast<std::int64_t>(expected) && bytes == 0; }
};

/// A connection that both jobs keep alive: a thread sends signs of life between the frames, however long the program computes.
class PartnerLink {
  public:
    using Clock = Carrier::Clock;

    /// `patience`: how long a partner may be silent while this rank waits for it.
    PartnerLink(Socket socket, std::chrono::milliseconds patience) : socket_(std::move(socket)), patience_(patience) {}
    PartnerLink(PartnerLink const&) = delete;
    PartnerLink& operator=(PartnerLink const&) = delete;
    /// Waits until the partner's system has what was sent: what a partner sends to a closed connection would destroy it.
    void leave(Clock::time_point deadline) noexcept;

    [[nodiscard]] Socket const& socket() const { return socket_; }
    [[nodiscard]] std::chrono::milliseconds patience() const { return patience_; }
    [[nodiscard]] bool given_up() const { return given_up_; }
    /// Held while a frame is sent, so that no sign of life gets into it.
    [[nodiscard]] std::unique_lock<std::mutex> lock_for_frame() { return std::unique_lock(writing_); }

    /// Waits until it is sent. Throws ChannelFailure where the partner is lost or silent.
    void send(FrameHeader const& header);
    /// The next header that is no sign of life; nothing where the deadline passes. Throws as send().
    [[nodiscard]] std::optional<FrameHeader> receive(Clock::time_point deadline);
    /// From now on nobody waits for this partner.
    void give_up() { given_up_ = true; }
    /// Tells the partner that this process runs, unless a frame is under way or nothing goes now. For any thread.
    void give_sign_of_life();

  private:
    Socket socket_;
    std::chrono::milliseconds patience_;
    std::mutex writing_;
    bool given_up_ = false;
};

/// One wait for a partner.
class Silence {
  public:
    explicit Silence(PartnerLink& link); ///< throws as check() where the partner was given up before
    void broken();                       ///< something went through the connection
    /// Throws ChannelFailure where the patience ends and nothing has come from the partner, who is given up.
    void check();
    /// How long to wait between two checks, at most.
    [[nodiscard]] static std::chrono::milliseconds between_checks(std::chrono::milliseconds patience);

  private:
    void fail();

    PartnerLink& link_;
    PartnerLink::Clock::time_point since_;
    PartnerLink::Clock::time_point checked_;
    Index unread_; // what has come and waits to be read
};

/// A thread that gives signs of life to all partners until it is destroyed.
class Pulse {
  public:
    Pulse(std::map<Rank, PartnerLink>& partners, std::chrono::milliseconds interval);

  private:
    std::jthread thread_;
};

} // namespace tessera
