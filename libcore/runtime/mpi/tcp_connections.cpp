// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the TCP connections of this process, and which of them are lost.
#include "libcore/runtime/mpi/tcp_connections.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <utility>

namespace tessera {
namespace {

/// Longest greeting, in bytes. If two ranks open a connection to each other at the same time, MPI closes one after a greeting.
constexpr std::uint64_t longest_greeting = 64;

/// Ratio of the pause after a listing to its duration. Listing the connections looks at every descriptor, so it may take at
/// most 1 % of the time.
constexpr int least_rest_per_list = 100;

/// Returns the inode of a socket. Empty if the descriptor is no socket.
std::optional<ino_t> inode_of(int descriptor) {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0 || !S_ISSOCK(status.st_mode)) return std::nullopt;
    return status.st_ino;
}

std::optional<tcp_info> state_of(int descriptor) {
    tcp_info info{};
    socklen_t length = sizeof info;
    if (::getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &length) != 0) return std::nullopt; // no TCP connection
    return info;
}

/// Returns whether one of its ends has closed the connection. The numbers are Linux's for the states of RFC 9293: FIN-WAIT-1
/// is 4, LISTEN is 10.
bool is_closed(tcp_info const& info) {
    constexpr std::uint8_t fin_wait_1 = 4;
    constexpr std::uint8_t listens = 10;
    return info.tcpi_state >= fin_wait_1 && info.tcpi_state != listens;
}

/// Returns an address such as "10.77.0.3", or "an unknown address". `end` is getsockname or getpeername.
std::string address_of(int descriptor, int (*end)(int, sockaddr*, socklen_t*)) {
    sockaddr_storage address{};
    socklen_t length = sizeof address;
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (end(descriptor, reinterpret_cast<sockaddr*>(&address), &length) != 0) return "an unknown address";
    void const* const number = address.ss_family == AF_INET
                                   ? static_cast<void const*>(&reinterpret_cast<sockaddr_in*>(&address)->sin_addr)
                                   : static_cast<void const*>(&reinterpret_cast<sockaddr_in6*>(&address)->sin6_addr);
    if (::inet_ntop(address.ss_family, number, text.data(), text.size()) == nullptr) return "an unknown address";
    return text.data();
}

/// Makes Linux ask whether the other end is there when nothing is sent for 3 s. All ranks may be waiting for a rank whose node
/// is gone.
void ask_when_idle(int descriptor) {
    constexpr int on = 1;
    constexpr int seconds = 3;
    constexpr int most_questions = 127; // the maximum; the watch, not the kernel, decides when to give up
    ::setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    ::setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, &seconds, sizeof seconds);
    ::setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, &seconds, sizeof seconds);
    ::setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPCNT, &most_questions, sizeof most_questions);
}

/// Returns inode and descriptor of each socket of this process. Sockets that open or close meanwhile may be missing.
std::map<ino_t, int> open_sockets() {
    std::map<ino_t, int> sockets;
    std::error_code ignored;
    for (std::filesystem::directory_iterator entry("/proc/self/fd", ignored), end; entry != end; entry.increment(ignored)) {
        std::string const name = entry->path().filename().string();
        int number = -1;
        std::from_chars(name.data(), name.data() + name.size(), number);
        if (auto const inode = inode_of(number)) sockets.emplace(*inode, number);
    }
    return sockets;
}

} // namespace

std::optional<LostConnection> TcpConnections::find_lost(Clock::duration timeout) {
    auto const now = Clock::now();
    if (now >= next_list_) {
        for (auto const& [inode, number] : open_sockets()) known_.try_emplace(inode, number);
        next_list_ = now + least_rest_per_list * (Clock::now() - now);
    }
    std::optional<LostConnection> lost;
    for (auto& [inode, connection] : known_) {
        look_at(inode, connection, now);
        if (connection.silent_since && now - *connection.silent_since >= timeout) lost = connection.ends;
    }
    std::erase_if(known_, [](auto const& each) { return each.second.forgotten; });
    return lost;
}

void TcpConnections::look_at(ino_t inode, Connection& connection, Clock::time_point now) {
    if (connection.ends.closed) return;
    auto const state = inode_of(connection.descriptor) == inode ? state_of(connection.descriptor) : std::nullopt;
    if (!state || is_closed(*state)) {
        connection.forgotten = !connection.in_use;
        connection.ends.closed = true;
        connection.silent_since = now;
        return;
    }
    if (!connection.in_use) { // its peer may have no address yet
        connection.ends.here = address_of(connection.descriptor, ::getsockname);
        connection.ends.peer = address_of(connection.descriptor, ::getpeername);
    }
    bool const in_use = std::max(state->tcpi_bytes_received, state->tcpi_bytes_acked) > longest_greeting;
    if (in_use && !std::exchange(connection.in_use, true)) ask_when_idle(connection.descriptor);
    bool const waits = (state->tcpi_unacked > 0 && state->tcpi_retransmits > 0) || state->tcpi_probes > 0;
    if (!waits) {
        connection.silent_since.reset();
        return;
    }
    // Silence means nothing before data is outstanding, so the stall begins no earlier than it was first seen.
    auto const last_heard = now - std::chrono::milliseconds(state->tcpi_last_ack_recv);
    connection.silent_since = std::max(connection.silent_since.value_or(now), last_heard);
}

} // namespace tessera
