// SPDX-License-Identifier: BSD-3-Clause
// Tessera: TCP connections that detect the loss of the other end.
#pragma once

#include "libcore/base/index.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tessera {

/// A non-blocking socket, closed on destruction and not inherited by child programs. Move-only.
class Socket {
  public:
    using Deadline = std::chrono::steady_clock::time_point;

    Socket() = default;
    Socket(Socket&& other) noexcept;
    Socket& operator=(Socket&& other) noexcept;
    ~Socket();

    /// Returns a socket that listens at a free port. `where`: the name of an interface or an address of this node; empty: all
    /// interfaces, IPv4 and IPv6. Throws ChannelFailure if the node has no such interface or address, and std::system_error.
    [[nodiscard]] static Socket listening(std::string const& where = {});
    /// Returns the address for connected(): "port host address address ...", or "port address" if it listens at one address.
    [[nodiscard]] std::string address() const;
    /// Returns the address of the other end: "10.0.0.7 port 4411".
    [[nodiscard]] std::string peer() const;
    /// Returns the next connection; nothing if the deadline passes. Throws std::system_error if this process has no free
    /// descriptor.
    [[nodiscard]] std::optional<Socket> accept(Deadline deadline) const;
    /// Connects to the listener with this address(). Returns nothing if nobody listens or the deadline passes.
    [[nodiscard]] static std::optional<Socket> connected(std::string const& address, Deadline deadline);

    [[nodiscard]] int descriptor() const { return descriptor_; }
    [[nodiscard]] explicit operator bool() const { return descriptor_ >= 0; }

    /// Sends or receives as many bytes as possible without waiting, and returns their number. Throws ChannelFailure if the
    /// connection is lost.
    [[nodiscard]] std::size_t send_some(std::byte const* data, std::size_t bytes) const;
    [[nodiscard]] std::size_t receive_some(std::byte* data, std::size_t bytes) const;
    /// Waits for events of poll; false if the deadline passes.
    [[nodiscard]] bool wait(short events, Deadline deadline) const;
    [[nodiscard]] Index unread() const; ///< number of bytes that have arrived
    [[nodiscard]] Index unsent() const; ///< number of bytes that the other end's system has not acknowledged
    void end_sending() const;
    /// Discards what has arrived. Returns false if the other end sends no more. Throws ChannelFailure if the connection is lost.
    [[nodiscard]] bool discard_arrived() const;
    /// Sends or receives all bytes. Returns false if the deadline passes.
    [[nodiscard]] bool send_all(void const* data, std::size_t bytes, Deadline deadline) const;
    [[nodiscard]] bool receive_all(void* data, std::size_t bytes, Deadline deadline) const;
    /// Sends or receives a text after its length. Returns false or nothing if the deadline passes. receive_text() also returns
    /// nothing if the text is longer than any offer.
    [[nodiscard]] bool send_text(std::string_view text, Deadline deadline) const;
    [[nodiscard]] std::optional<std::string> receive_text(Deadline deadline) const;

  private:
    explicit Socket(int descriptor) : descriptor_(descriptor) {}

    int descriptor_ = -1;
};

/// Returns the timeout for poll; -1 without a deadline.
[[nodiscard]] int milliseconds_to(Socket::Deadline deadline);

} // namespace tessera
