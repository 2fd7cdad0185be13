// SPDX-License-Identifier: BSD-3-Clause
// Tessera: notices that a network is down or a partner is gone, which TCP and MPI do not tell.
#include "libcore/runtime/mpi/connection_watch.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <linux/tcp.h>
#include <map>
#include <mutex>
#include <netinet/in.h>
#include <optional>
#include <stop_token>
#include <sys/socket.h>
#include <sys/stat.h>
#include <utility>
#include <vector>

namespace tessera {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds between_looks{250};

/// New connections are found so often: a list of them costs a look at every descriptor.
constexpr std::chrono::seconds between_lists{1};

/// Of two connections that two ranks open to each other at the same time MPI closes one, after a greeting.
constexpr std::uint64_t longest_greeting = 64;

/// Of a socket.
std::optional<ino_t> inode_of(int descriptor) {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0 || !S_ISSOCK(status.st_mode)) return std::nullopt;
    return status.st_ino;
}

std::optional<tcp_info> state_of(int descriptor) {
    tcp_info info{};
    socklen_t length = sizeof info;
    if (::getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &length) != 0) return std::nullopt; // no TCP
    return info;
}

/// Has one of its ends closed it? The numbers are those of RFC 9293's states in Linux: FIN-WAIT-1 is 4, LISTEN 10.
bool is_closed(tcp_info const& info) {
    constexpr std::uint8_t fin_wait_1 = 4;
    constexpr std::uint8_t listens = 10;
    return info.tcpi_state >= fin_wait_1 && info.tcpi_state != listens;
}

/// "10.77.0.3", or "an unknown address"; `end` is getsockname or getpeername.
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

/// Number and inode of each socket of this process; those that come and go meanwhile may be missing.
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

/// The connections of this process by inode, as numbers of descriptors are used again.
class Connections {
  public:
    /// One that has been lost for so long.
    std::optional<ConnectionWatch::Loss> look(ConnectionWatch::Seconds patience) {
        auto const now = Clock::now();
        if (now - listed_ >= between_lists) {
            listed_ = now;
            for (auto const& [inode, number] : open_sockets()) known_.try_emplace(inode, number);
        }
        std::optional<ConnectionWatch::Loss> lost;
        for (auto& [inode, connection] : known_) {
            look_at(inode, connection, now);
            if (connection.silent_since && now - *connection.silent_since >= patience) lost = connection.loss;
        }
        std::erase_if(known_, [](auto const& each) { return each.second.forgotten; });
        return lost;
    }

  private:
    struct Connection {
        explicit Connection(int number) : descriptor(number) {}

        int descriptor;
        bool in_use = false;                           // more than a greeting has come
        bool forgotten = false;                        // closed before that, or no TCP
        std::optional<Clock::time_point> silent_since; // stalled, or closed
        ConnectionWatch::Loss loss = {};
    };

    static void look_at(ino_t inode, Connection& connection, Clock::time_point now) {
        if (connection.loss.fault == ConnectionWatch::Fault::Closed) return;
        auto const state = inode_of(connection.descriptor) == inode ? state_of(connection.descriptor) : std::nullopt;
        if (!state || is_closed(*state)) {
            connection.forgotten = !connection.in_use;
            connection.loss.fault = ConnectionWatch::Fault::Closed;
            connection.silent_since = now;
            return;
        }
        if (!connection.in_use) { // its peer may have no address yet
            connection.loss.here = address_of(connection.descriptor, ::getsockname);
            connection.loss.peer = address_of(connection.descriptor, ::getpeername);
        }
        connection.in_use = std::max(state->tcpi_bytes_received, state->tcpi_bytes_acked) > longest_greeting;
        if (state->tcpi_unacked == 0 || state->tcpi_retransmits == 0) {
            connection.silent_since.reset();
            return;
        }
        // Before it had anything to wait for, silence meant nothing: what counts began no earlier than it was first seen.
        auto const last_heard = now - std::chrono::milliseconds(state->tcpi_last_ack_recv);
        connection.silent_since = std::max(connection.silent_since.value_or(now), last_heard);
    }

    std::map<ino_t, Connection> known_;
    Clock::time_point listed_ = Clock::now() - between_lists;
};

void keep_watch(std::stop_token const& stop, ConnectionWatch::Seconds patience,
                std::function<void(ConnectionWatch::Loss const&)> const& give_up) {
    Connections connections;
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    while (!never.wait_for(lock, stop, between_looks, [&] { return stop.stop_requested(); })) {
        if (auto const loss = connections.look(patience)) return give_up(*loss);
    }
}

} // namespace

ConnectionWatch::ConnectionWatch(Seconds patience, std::function<void(Loss const&)> give_up)
    : thread_([patience, give_up = std::move(give_up)](std::stop_token const& stop) { keep_watch(stop, patience, give_up); }) {}

} // namespace tessera
