// SPDX-License-Identifier: BSD-3-Clause
// Tessera: connections of this process that end are noticed, and others are left alone.
#include "libcore/runtime/mpi/connection_watch.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/suite/suite.hpp"

#include <arpa/inet.h>
#include <array>
#include <cstdio>
#include <future>
#include <netinet/in.h>
#include <optional>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>

using namespace tessera;
using namespace tessera::oracle;
using namespace std::chrono_literals;

namespace {

/// Two ends of a TCP connection over the loopback interface.
class Pair {
  public:
    Pair() {
        int const listener = ::socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t length = sizeof address;
        auto* const any = reinterpret_cast<sockaddr*>(&address);
        bool const listens =
            ::bind(listener, any, length) == 0 && ::listen(listener, 1) == 0 && ::getsockname(listener, any, &length) == 0;
        here_ = ::socket(AF_INET, SOCK_STREAM, 0);
        connected_ = listens && ::connect(here_, any, length) == 0;
        if (connected_) there_ = ::accept(listener, nullptr, nullptr);
        ::close(listener);
    }
    Pair(Pair const&) = delete;
    Pair& operator=(Pair const&) = delete;
    ~Pair() {
        close_there();
        ::close(here_);
    }

    [[nodiscard]] bool connected() const { return connected_; }
    /// So many bytes come from there, and as many go.
    void exchange(std::size_t bytes) const {
        std::array<char, 1000> buffer{};
        for (auto const& [from, to] : {std::pair(there_, here_), std::pair(here_, there_)}) {
            if (::send(from, buffer.data(), bytes, 0) < 0) return;
            if (::recv(to, buffer.data(), bytes, MSG_WAITALL) < 0) return;
        }
    }
    void close_there() {
        if (there_ >= 0) ::close(there_);
        there_ = -1;
    }

  private:
    bool connected_ = false;
    int here_ = -1;
    int there_ = -1;
};

/// A loss that is noticed within three seconds.
std::optional<ConnectionWatch::Loss> noticed(Pair& pair, bool closes) {
    std::promise<ConnectionWatch::Loss> told;
    auto loss = told.get_future();
    ConnectionWatch const watch(500ms, [&](ConnectionWatch::Loss const& each) { told.set_value(each); });
    std::this_thread::sleep_for(600ms); // it has seen the connection
    if (closes) pair.close_there();
    if (loss.wait_for(3s) != std::future_status::ready) return std::nullopt;
    return loss.get();
}

bool a_partner_that_ends_is_noticed() {
    Pair pair;
    pair.exchange(100);
    auto const loss = noticed(pair, true);
    return loss && loss->fault == ConnectionWatch::Fault::Closed && loss->peer == "127.0.0.1";
}

bool a_connection_that_ends_after_a_greeting_is_none() {
    Pair pair;
    pair.exchange(20);
    return !noticed(pair, true);
}

bool an_idle_partner_is_left_alone() {
    Pair pair;
    pair.exchange(100);
    return pair.connected() && !noticed(pair, false);
}

bool told(char const* what, bool holds) {
    if (!holds) std::printf("FAILED: %s\n", what);
    return holds;
}

} // namespace

TEST_PROGRAM(int, char**) {
    return exit_code({told("a partner that ends is noticed", a_partner_that_ends_is_noticed()),
                      told("a connection that ends after a greeting is none", a_connection_that_ends_after_a_greeting_is_none()),
                      told("an idle partner is left alone", an_idle_partner_is_left_alone())});
}
