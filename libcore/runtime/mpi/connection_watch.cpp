// SPDX-License-Identifier: BSD-3-Clause
// Tessera: notices a network that is down, which TCP and MPI wait for.
#include "libcore/runtime/mpi/connection_watch.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <charconv>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <mutex>
#include <netinet/in.h>
#include <netinet/tcp.h>
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

/// Sent again, and nothing acknowledged since then; for how long nothing has come, where that is so.
std::optional<std::chrono::milliseconds> silence_of(int descriptor) {
    tcp_info info{};
    socklen_t length = sizeof info;
    if (::getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &length) != 0) return std::nullopt; // no TCP
    if (info.tcpi_unacked == 0 || info.tcpi_retransmits == 0) return std::nullopt;
    return std::chrono::milliseconds(info.tcpi_last_ack_recv);
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

/// The open files of this process by number; those that come and go meanwhile may be missing.
std::vector<int> open_descriptors() {
    std::vector<int> list;
    std::error_code ignored;
    for (std::filesystem::directory_iterator entry("/proc/self/fd", ignored), end; entry != end; entry.increment(ignored)) {
        std::string const name = entry->path().filename().string();
        int number = -1;
        std::from_chars(name.data(), name.data() + name.size(), number);
        list.push_back(number);
    }
    return list;
}

/// Since when each connection is silent, by its inode: numbers of descriptors are used again.
class Stalls {
  public:
    /// The ends of a connection that has been silent for so long.
    std::optional<ConnectionWatch::Ends> look(ConnectionWatch::Seconds patience) {
        auto const now = Clock::now();
        std::map<ino_t, Clock::time_point> still;
        for (int const descriptor : open_descriptors()) {
            struct stat status {};
            if (::fstat(descriptor, &status) != 0 || !S_ISSOCK(status.st_mode)) continue;
            auto const silence = silence_of(descriptor);
            if (!silence) continue;
            // Before it had anything to wait for, silence meant nothing: what counts began no earlier than it was first seen.
            auto const known = since_.find(status.st_ino);
            auto const since = std::max(known == since_.end() ? now : known->second, now - *silence);
            still.emplace(status.st_ino, since);
            if (now - since < patience) continue;
            return ConnectionWatch::Ends{.here = address_of(descriptor, ::getsockname),
                                         .peer = address_of(descriptor, ::getpeername)};
        }
        since_ = std::move(still);
        return std::nullopt;
    }

  private:
    std::map<ino_t, Clock::time_point> since_;
};

void keep_watch(std::stop_token const& stop, ConnectionWatch::Seconds patience,
                std::function<void(ConnectionWatch::Ends const&)> const& give_up) {
    Stalls stalls;
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    while (!never.wait_for(lock, stop, between_looks, [&] { return stop.stop_requested(); })) {
        if (auto const ends = stalls.look(patience)) return give_up(*ends);
    }
}

} // namespace

ConnectionWatch::ConnectionWatch(Seconds patience, std::function<void(Ends const&)> give_up)
    : thread_([patience, give_up = std::move(give_up)](std::stop_token const& stop) { keep_watch(stop, patience, give_up); }) {}

} // namespace tessera
