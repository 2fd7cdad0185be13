// SPDX-License-Identifier: BSD-3-Clause
// Tessera: partners that end or are stopped are noticed, and others are left alone.
#include "libcore/runtime/mpi/environment.hpp"
#include "libcore/runtime/mpi/node_peers.hpp"
#include "libcore/runtime/mpi/rank_watch.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/suite/suite.hpp"

#include <arpa/inet.h>
#include <array>
#include <csignal>
#include <cstdio>
#include <future>
#include <netinet/in.h>
#include <optional>
#include <string>
#include <sys/socket.h>
#include <sys/wait.h>
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
std::optional<RankWatch::Loss> noticed(Pair& pair, bool closes) {
    std::promise<RankWatch::Loss> told;
    auto loss = told.get_future();
    RankWatch const watch(Communicator::world(), 500ms, [&](RankWatch::Loss const& each) { told.set_value(each); });
    std::this_thread::sleep_for(600ms); // it has seen the connection
    if (closes) pair.close_there();
    if (loss.wait_for(3s) != std::future_status::ready) return std::nullopt;
    return loss.get();
}

bool a_partner_that_ends_is_noticed() {
    Pair pair;
    pair.exchange(100);
    auto const loss = noticed(pair, true);
    return loss && loss->here == "127.0.0.1" && loss->what.starts_with("the connection to 127.0.0.1 was closed 0.5 s ago");
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

/// A process that sleeps, which ends with this.
class Sleeper {
  public:
    Sleeper() : number_(::fork()) {
        if (number_ != 0) return;
        for (;;) ::pause();
    }
    Sleeper(Sleeper const&) = delete;
    Sleeper& operator=(Sleeper const&) = delete;
    ~Sleeper() { ::waitpid(end(), nullptr, 0); }

    [[nodiscard]] RankProcess process() const { return {1, number_, process_start(number_).value_or(0)}; }
    /// It stays a zombie until it is waited for.
    [[nodiscard]] pid_t end() const {
        ::kill(number_, SIGKILL);
        return number_;
    }
    void stop() const { ::kill(number_, SIGSTOP); }

  private:
    pid_t number_;
};

/// Within a second.
bool becomes(RankProcess const& process, ProcessState state) {
    for (int look = 0; look < 100 && state_of(process) != state; ++look) std::this_thread::sleep_for(10ms);
    return state_of(process) == state;
}

bool a_process_is_seen_to_run_stop_and_end() {
    Sleeper const sleeper;
    RankProcess const process = sleeper.process();
    if (!becomes(process, ProcessState::Runs)) return false;
    sleeper.stop();
    if (!becomes(process, ProcessState::Stopped)) return false;
    return becomes({process.rank, sleeper.end(), process.started}, ProcessState::Ended);
}

bool another_process_with_its_number_is_not_taken_for_it() {
    Sleeper const sleeper;
    RankProcess process = sleeper.process();
    --process.started;
    return becomes(process, ProcessState::Ended);
}

bool told(char const* what, bool holds) {
    if (!holds) std::printf("FAILED: %s\n", what);
    return holds;
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    return exit_code(
        {told("a partner that ends is noticed", a_partner_that_ends_is_noticed()),
         told("a connection that ends after a greeting is none", a_connection_that_ends_after_a_greeting_is_none()),
         told("an idle partner is left alone", an_idle_partner_is_left_alone()),
         told("a process is seen to run, stop and end", a_process_is_seen_to_run_stop_and_end()),
         told("another process with its number is not taken for it", another_process_with_its_number_is_not_taken_for_it())});
}
