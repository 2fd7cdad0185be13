// SPDX-License-Identifier: BSD-3-Clause
// Tessera: TCP connections that detect the loss of the other end.
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
#include <linux/sockios.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sstream>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace tessera {

namespace {

constexpr std::uint64_t longest_text = 256U << 20U; ///< no offer is longer
constexpr std::size_t text_step = 64U << 10U;

[[noreturn]] void throw_system_error(char const* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

[[noreturn]] void lost(std::string const& why) {
    throw ChannelFailure("the other side of the channel is lost (" + why + ")");
}

void set_option(int descriptor, int level, int name, int value) {
    setsockopt(descriptor, level, name, &value, sizeof value); // the connection works without it
}

/// Sets options. A node that vanishes is noticed after about 20 seconds, a process that dies at once.
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

/// An IPv4 or IPv6 address in the system's form.
struct NodeAddress {
    sockaddr_storage bytes{};
    socklen_t size = 0;

    NodeAddress() = default;
    explicit NodeAddress(sockaddr const* address)
        : size(address->sa_family == AF_INET6 ? sizeof(sockaddr_in6) : sizeof(sockaddr_in)) {
        std::memcpy(&bytes, address, size);
    }
    [[nodiscard]] sockaddr const* get() const { return reinterpret_cast<sockaddr const*>(&bytes); }
    [[nodiscard]] sockaddr* get() { return reinterpret_cast<sockaddr*>(&bytes); }
    [[nodiscard]] std::string part(bool port) const {
        std::array<char, NI_MAXHOST> host{};
        std::array<char, NI_MAXSERV> service{};
        getnameinfo(get(), size, host.data(), host.size(), service.data(), service.size(), NI_NUMERICHOST | NI_NUMERICSERV);
        return port ? service.data() : host.data();
    }
    [[nodiscard]] bool is_any() const {
        if (bytes.ss_family == AF_INET) return reinterpret_cast<sockaddr_in const*>(&bytes)->sin_addr.s_addr == htonl(INADDR_ANY);
        return IN6_IS_ADDR_UNSPECIFIED(&reinterpret_cast<sockaddr_in6 const*>(&bytes)->sin6_addr);
    }
};

/// Returns whether it is an IPv4 address, or an IPv6 address that needs no interface name.
bool is_usable(sockaddr const* address) {
    if (address == nullptr) return false;
    if (address->sa_family == AF_INET) return true;
    return address->sa_family == AF_INET6 && !IN6_IS_ADDR_LINKLOCAL(&reinterpret_cast<sockaddr_in6 const*>(address)->sin6_addr);
}

/// Returns the usable addresses of an interface, IPv4 first. Without a name: of all interfaces but loopback.
std::vector<NodeAddress> addresses_of(std::string const& interface) {
    std::vector<NodeAddress> found;
    ifaddrs* list = nullptr;
    if (getifaddrs(&list) != 0) return found;
    for (ifaddrs const* each = list; each != nullptr; each = each->ifa_next) {
        bool const wanted = interface.empty() ? (each->ifa_flags & IFF_LOOPBACK) == 0 : interface == each->ifa_name;
        if (wanted && is_usable(each->ifa_addr)) found.emplace_back(each->ifa_addr);
    }
    freeifaddrs(list);
    std::ranges::stable_sort(found, {}, [](NodeAddress const& address) { return address.bytes.ss_family != AF_INET; });
    return found;
}

/// Resolves a name and a port to addresses.
std::vector<NodeAddress> addresses_at(std::string const& name, std::string const& port) {
    std::vector<NodeAddress> addresses;
    addrinfo hints{}, *found = nullptr;
    hints.ai_socktype = SOCK_STREAM;
    if (getaddrinfo(name.c_str(), port.c_str(), &hints, &found) != 0) return addresses;
    for (addrinfo const* each = found; each != nullptr; each = each->ai_next)
        if (is_usable(each->ai_addr)) addresses.emplace_back(each->ai_addr);
    freeaddrinfo(found);
    return addresses;
}

int new_socket(int family) {
    return ::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

NodeAddress own_address(int descriptor) {
    NodeAddress own;
    own.size = sizeof own.bytes;
    if (getsockname(descriptor, own.get(), &own.size) != 0) throw_system_error("getsockname");
    return own;
}

/// Returns whether the connection that was begun is established.
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

Socket Socket::listening(std::string const& where) {
    NodeAddress at;
    if (!where.empty()) {
        auto places = addresses_of(where);
        if (places.empty()) places = addresses_at(where, "0");
        if (places.empty())
            throw ChannelFailure("this node (" + host_name() + ") has no interface with the name or the address '" + where +
                                 "'; the command 'ip address' lists what it has");
        at = places.front();
    } else {
        at.bytes.ss_family = AF_INET6;
        at.size = sizeof(sockaddr_in6);
    }
    Socket socket(new_socket(at.bytes.ss_family));
    if (!socket && where.empty()) { // the system has no IPv6
        at.bytes.ss_family = AF_INET;
        at.size = sizeof(sockaddr_in);
        socket = Socket(new_socket(AF_INET));
    }
    if (!socket) throw_system_error("socket");
    if (where.empty()) set_option(socket.descriptor_, IPPROTO_IPV6, IPV6_V6ONLY, 0);
    if (bind(socket.descriptor_, at.get(), at.size) != 0) {
        if (errno == EADDRNOTAVAIL)
            throw ChannelFailure("this node (" + host_name() + ") does not have the address '" + where + "'");
        throw_system_error("bind");
    }
    if (listen(socket.descriptor_, SOMAXCONN) != 0) throw_system_error("listen");
    return socket;
}

std::string Socket::address() const {
    NodeAddress const own = own_address(descriptor_);
    std::string text = own.part(true);
    if (!own.is_any()) return text + " " + own.part(false);
    text += " " + host_name();
    for (NodeAddress const& address : addresses_of("")) text += " " + address.part(false);
    return text;
}

std::string Socket::peer() const {
    NodeAddress peer;
    peer.size = sizeof peer.bytes;
    if (getpeername(descriptor_, peer.get(), &peer.size) != 0) return "an unknown address";
    return peer.part(false) + " port " + peer.part(true);
}

std::optional<Socket> Socket::accept(Deadline deadline) const {
    if (!wait(POLLIN, deadline)) return std::nullopt;
    Socket connection(::accept4(descriptor_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!connection && (errno == EMFILE || errno == ENFILE)) throw_system_error("accept");
    if (!connection) return std::nullopt; // the caller has already left
    prepare_connection(connection.descriptor_);
    return connection;
}

std::optional<Socket> Socket::connected(std::string const& address, Deadline deadline) {
    std::istringstream words(address);
    std::string port, host, each;
    words >> port >> host;
    std::vector<std::string> hosts;
    if (host == host_name()) hosts = {"127.0.0.1", "::1"};
    while (words >> each) hosts.push_back(each);
    hosts.push_back(host);
    for (std::string const& name : hosts) {
        if (std::chrono::steady_clock::now() >= deadline) break;
        for (NodeAddress const& place : addresses_at(name, port)) {
            Socket socket(new_socket(place.bytes.ss_family));
            if (!socket) continue;
            bool const under_way = ::connect(socket.descriptor_, place.get(), place.size) == 0 || errno == EINPROGRESS;
            auto const soon =
                // Other addresses must be tried, too.
                std::min(deadline, std::chrono::steady_clock::now() + std::chrono::seconds(3));
            if (!under_way || !socket.wait(POLLOUT, soon) || !is_established(socket.descriptor_)) continue;
            prepare_connection(socket.descriptor_);
            return socket;
        }
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

Index Socket::unread() const {
    int bytes = 0;
    ioctl(descriptor_, FIONREAD, &bytes); // stays 0 if the connection is lost
    return bytes;
}

Index Socket::unsent() const {
    int bytes = 0;
    ioctl(descriptor_, SIOCOUTQ, &bytes);
    return bytes;
}

void Socket::end_sending() const {
    ::shutdown(descriptor_, SHUT_WR);
}

bool Socket::discard_arrived() const {
    constexpr int most_pieces = 1024; // a limit, because data may arrive as fast as it is read
    std::array<std::byte, 4096> nothing{};
    for (int piece = 0; piece < most_pieces; ++piece) {
        auto const received = ::recv(descriptor_, nothing.data(), nothing.size(), 0);
        if (received == 0) return false;
        if (received < 0 && errno == EAGAIN) return true;
        if (received < 0 && errno != EINTR) lost(std::strerror(errno));
    }
    return true;
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
        if (bytes > 0 && std::chrono::steady_clock::now() >= deadline) return false; // data may come too slowly, byte by byte
    }
    return true;
}

bool Socket::send_text(std::string_view text, Deadline deadline) const {
    std::uint64_t const length = text.size();
    return send_all(&length, sizeof length, deadline) && send_all(text.data(), text.size(), deadline);
}

std::optional<std::string> Socket::receive_text(Deadline deadline) const {
    std::uint64_t length = 0;
    if (!receive_all(&length, sizeof length, deadline) || length > longest_text) return std::nullopt;
    std::string text;
    while (text.size() < length) { // allocates for the bytes that arrived, not for the announced length
        std::size_t const begin = text.size();
        text.resize(std::min<std::size_t>(length, begin + text_step));
        if (!receive_all(text.data() + begin, text.size() - begin, deadline)) return std::nullopt;
    }
    return text;
}

int milliseconds_to(Socket::Deadline deadline) {
    if (deadline == Socket::Deadline::max()) return -1;
    auto const left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, std::numeric_limits<int>::max()));
}

} // namespace tessera
