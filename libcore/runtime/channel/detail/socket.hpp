// SPDX-License-Identifier: BSD-3-Clause
// Tessera: TCP connections that notice when the other end is lost.
#pragma once

#include "libcore/base/index.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tessera {

/// Non-blocking, closed on destruction, not inherited by programs this one starts. Move-only.
class Socket {
  public:
    using Deadline = std::chrono::steady_clock::time_point;

    Socket() = default;
    Socket(Socket&& other) noexcept;
    Socket& operator=(Socket&& other) noexcept;
    ~Socket();

    /// Waits for connections at any port that is free. `where`: the name of an interface or an address of this node; empty: all
    /// interfaces, IPv4 and IPv6. Throws ChannelFailure if the node has no such interface, std::system_error.
    [[nodiscard]] static Socket listening(std::string const& where = {});
    /// Where others reach it: "port host address address ...", or "port address" where it listens at one address.
    [[nodiscard]] std::string address() const;
    /// The other end: "10.0.0.7 port 4411".
    [[nodiscard]] std::string peer() const;
    /// The next connection, or nothing where the deadline passes. Throws std::system_error if this process has no descriptor left.
    [[nodiscard]] std::optional<Socket> accept(Deadline deadline) const;
    /// To who listens at address(); nothing where nobody does, or the deadline passes.
    [[nodiscard]] static std::optional<Socket> connected(std::string const& address, Deadline deadline);

    [[nodiscard]] int descriptor() const { return descriptor_; }
    [[nodiscard]] explicit operator bool() const { return descriptor_ >= 0; }

    /// As many bytes as go now without waiting; throws ChannelFailure where the connection is lost.
    [[nodiscard]] std::size_t send_some(std::byte const* data, std::size_t bytes) const;
    [[nodiscard]] std::size_t receive_some(std::byte* data, std::size_t bytes) const;
    /// Waits for events of poll; false where the deadline passes.
    [[nodiscard]] bool wait(short events, Deadline deadline) const;
    [[nodiscard]] Index unread() const; ///< bytes that have arrived
    [[nodiscard]] Index unsent() const; ///< bytes that the other end's system has not got
    void end_sending() const;
    /// Forgets what has arrived; false where the other end sends no more. Throws ChannelFailure where the connection is lost.
    [[nodiscard]] bool discard_arrived() const;
    /// Waits until all went; false where the deadline passes.
    [[nodiscard]] bool send_all(void const* data, std::size_t bytes, Deadline deadline) const;
    [[nodiscard]] bool receive_all(void* data, std::size_t bytes, Deadline deadline) const;
    /// A text with its length before it; nothing where the deadline passes, or it would be longer than any offer.
    [[nodiscard]] bool send_text(std::string_view text, Deadline deadline) const;
    [[nodiscard]] std::optional<std::string> receive_text(Deadline deadline) const;

  private:
    explicit Socket(int descriptor) : descriptor_(descriptor) {}

    int descriptor_ = -1;
};

/// For poll: -1 without a deadline.
[[nodiscard]] int milliseconds_to(Socket::Deadline deadline);

} // namespace tessera
