// SPDX-License-Identifier: BSD-3-Clause
// Tessera: TCP connections that notice when the other end is lost.
#include "libcore/runtime/channel/detail/socket.hpp"

#include "libcore/runtime/channel/channel_failure.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <ifaddrs.h>
#include <limits>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sstream>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace tessera {

namespace {

[[noreturn]] void throw_system_error(char const* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

[[noreturn]] void lost(std::string const& why) {
    throw ChannelFailure("the other side of the channel is lost (" + why + ")");
}

void set_option(int descriptor, int level, int name, int value) {
    setsockopt(descriptor, level, name, &value, sizeof value); // without it the connection still works
}

/// A node that vanishes without a word is missed after some 20 seconds; a process that dies, at once.
void prepare_connection(int descriptor) {
    set_option(descriptor, IPPROTO_TCP, TCP_NODELAY, 1);
    set_option(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1);
    set_option(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, 5);
    set_option(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, 5);
    set_option(descriptor, IPPROTO_TCP, TCP_KEEPCNT, 3);
}

std::string host_name() {
    std::array<char, 256> name{};
    gethostname(name.data(), name.size() - 1);
    return name.data();
}

/// The addresses of this machine's interfaces, without the one that only it can reach.
std::vector<std::string> own_addresses() {
    std::vector<std::string> found;
    ifaddrs* list = nullptr;
    if (getifaddrs(&list) != 0) return found;
    for (ifaddrs const* each = list; each != nullptr; each = each->ifa_next) {
        if (each->ifa_addr == nullptr || each->ifa_addr->sa_family != AF_INET || (each->ifa_flags & IFF_LOOPBACK) != 0) continue;
        std::array<char, INET_ADDRSTRLEN> text{};
        auto const* const address = reinterpret_cast<sockaddr_in const*>(each->ifa_addr);
        if (inet_ntop(AF_INET, &address->sin_addr, text.data(), text.size()) != nullptr) found.emplace_back(text.data());
    }
    freeifaddrs(list);
    return found;
}

int milliseconds_to(Socket::Deadline deadline) {
    if (deadline == Socket::Deadline::max()) return -1;
    auto const left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, std::numeric_limits<int>::max()));
}

/// Is the connection that was begun there at last?
bool is_established(int descriptor) {
    int error = 0;
    socklen_t size = sizeof error;
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0;
}

} // namespace

Socket::Socket(Socket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

Socket& Socket::operator=(Socket&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
}

Socket::~Socket() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

Socket Socket::listening() {
    Socket socket(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!socket) throw_system_error("socket");
    sockaddr_in any{};
    any.sin_family = AF_INET;
    any.sin_addr.s_addr = htonl(INADDR_ANY);
    if (bind(socket.descriptor_, reinterpret_cast<sockaddr const*>(&any), sizeof any) != 0) throw_system_error("bind");
    if (listen(socket.descriptor_, SOMAXCONN) != 0) throw_system_error("listen");
    return socket;
}

std::string Socket::address() const {
    sockaddr_in own{};
    socklen_t size = sizeof own;
    if (getsockname(descriptor_, reinterpret_cast<sockaddr*>(&own), &size) != 0) throw_system_error("getsockname");
    std::string text = std::to_string(ntohs(own.sin_port)) + " " + host_name();
    for (std::string const& address : own_addresses()) text += " " + address;
    return text;
}

std::optional<Socket> Socket::accept(Deadline deadline) const {
    if (!wait(POLLIN, deadline)) return std::nullopt;
    Socket connection(::accept4(descriptor_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!connection) return std::nullopt; // who came has gone again
    prepare_connection(connection.descriptor_);
    return connection;
}

std::optional<Socket> Socket::connected(std::string const& address, Deadline deadline) {
    std::istringstream words(address);
    std::string port, host, each;
    words >> port >> host;
    std::vector<std::string> hosts;
    if (host == host_name()) hosts.emplace_back("127.0.0.1");
    while (words >> each) hosts.push_back(each);
    hosts.push_back(host);
    for (std::string const& name : hosts) {
        addrinfo hints{}, *found = nullptr;
        hints.ai_family = AF_INET;
        hints.ai_socktype = SOCK_STREAM;
        if (getaddrinfo(name.c_str(), port.c_str(), &hints, &found) != 0) continue;
        Socket socket(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
        int const begun = ::connect(socket.descriptor_, found->ai_addr, found->ai_addrlen);
        bool const under_way = begun == 0 || errno == EINPROGRESS;
        freeaddrinfo(found);
        auto const soon = std::min(deadline, std::chrono::steady_clock::now() + std::chrono::seconds(3)); // others wait to be tried
        if (!under_way || !socket.wait(POLLOUT, soon) || !is_established(socket.descriptor_)) continue;
        prepare_connection(socket.descriptor_);
        return socket;
    }
    return std::nullopt;
}

bool Socket::wait(short events, Deadline deadline) const {
    pollfd poller{descriptor_, events, 0};
    for (;;) {
        int const ready = poll(&poller, 1, milliseconds_to(deadline));
        if (ready > 0) return true;
        if (ready == 0) return false;
        if (errno != EINTR) throw_system_error("poll");
    }
}

std::size_t Socket::send_some(std::byte const* data, std::size_t bytes) const {
    auto const sent = ::send(descriptor_, data, bytes, MSG_NOSIGNAL);
    if (sent >= 0) return as_size(sent);
    if (errno == EAGAIN || errno == EINTR) return 0;
    lost(std::strerror(errno));
}

std::size_t Socket::receive_some(std::byte* data, std::size_t bytes) const {
    auto const received = ::recv(descriptor_, data, bytes, 0);
    if (received > 0) return as_size(received);
    if (received == 0) lost("it closed the connection");
    if (errno == EAGAIN || errno == EINTR) return 0;
    lost(std::strerror(errno));
}

bool Socket::send_all(void const* data, std::size_t bytes, Deadline deadline) const {
    auto const* next = static_cast<std::byte const*>(data);
    while (bytes > 0) {
        std::size_t const sent = send_some(next, bytes);
        next += sent;
        bytes -= sent;
        if (bytes > 0 && !wait(POLLOUT, deadline)) return false;
    }
    return true;
}

bool Socket::receive_all(void* data, std::size_t bytes, Deadline deadline) const {
    auto* next = static_cast<std::byte*>(data);
    while (bytes > 0) {
        if (!wait(POLLIN, deadline)) return false;
        std::size_t const received = receive_some(next, bytes);
        next += received;
        bytes -= received;
    }
    return true;
}

bool Socket::send_text(std::string_view text, Deadline deadline) const {
    std::uint64_t const length = text.size();
    return send_all(&length, sizeof length, deadline) && send_all(text.data(), text.size(), deadline);
}

std::optional<std::string> Socket::receive_text(Deadline deadline, std::uint64_t longest) const {
    std::uint64_t length = 0;
    if (!receive_all(&length, sizeof length, deadline) || length > longest) return std::nullopt;
    std::string text(length, '\0');
    if (!receive_all(text.data(), text.size(), deadline)) return std::nullopt;
    return text;
}

} // namespace tessera
