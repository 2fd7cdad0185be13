// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a partner of another job that is stopped is told from one that computes.
#include "libcore/runtime/channel/channel_failure.hpp"
#include "libcore/runtime/channel/detail/partner_link.hpp"
#include "tests/suite/suite.hpp"

#include <array>
#include <chrono>
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <sys/socket.h>
#include <vector>

using namespace tessera;
using namespace std::chrono_literals;

namespace {

using LinkClock = PartnerLink::Clock;

constexpr auto link_timeout = 500ms;

/// Both ends of a connection, in one process.
struct Ends {
    std::map<Rank, PartnerLink> here;
    std::map<Rank, PartnerLink> there;

    Ends() {
        Socket const listener = Socket::listening("lo");
        auto const deadline = LinkClock::now() + 5s;
        here.try_emplace(0, Socket::connected(listener.address(), deadline).value(), link_timeout);
        there.try_emplace(0, listener.accept(deadline).value(), link_timeout);
    }
    [[nodiscard]] PartnerLink& mine() { return here.at(0); }
    [[nodiscard]] PartnerLink& other() { return there.at(0); }
};

/// Does a wait end after the patience, with these words?
bool is_given_up(std::function<void()> const& wait) {
    auto const begin = LinkClock::now();
    try {
        wait();
    } catch (ChannelFailure const& failure) {
        auto const took = LinkClock::now() - begin;
        return std::string(failure.what()).starts_with("no sign of life for 0.5 s") && took >= link_timeout && took < 5s;
    }
    return false;
}

/// As many bytes as the system takes without the other end.
std::size_t fill(PartnerLink const& link) {
    std::vector<std::byte> const data(1U << 20U);
    std::size_t sent = 0;
    while (std::size_t const more = link.socket().send_some(data.data(), data.size())) sent += more;
    return sent;
}

bool a_stopped_sender_is_given_up() {
    Ends ends;
    auto const wait = [&] { static_cast<void>(ends.mine().receive(LinkClock::time_point::max())); };
    return is_given_up(wait) && !is_given_up(wait); // the second time at once
}

bool a_stopped_receiver_is_given_up() {
    Ends ends;
    static_cast<void>(fill(ends.mine()));
    return is_given_up([&] {
        for (;;) ends.mine().send({1, 0});
    });
}

bool a_sender_that_computes_is_waited_for() {
    Ends ends;
    Heartbeat const pulse(ends.there, link_timeout / 4);
    return !ends.mine().receive(LinkClock::now() + 2 * link_timeout); // the deadline passes, and nothing is thrown
}

bool a_receiver_that_computes_is_waited_for() {
    Ends ends;
    Heartbeat const pulse(ends.there, link_timeout / 4);
    static_cast<void>(fill(ends.mine()));
    SilenceTimer silence(ends.mine());
    for (auto const end = LinkClock::now() + 2 * link_timeout; LinkClock::now() < end; std::this_thread::sleep_for(1ms))
        silence.check();
    return true;
}

/// Both jobs may be suspended for an hour; who goes on first does not blame the other.
bool time_in_which_this_rank_was_stopped_does_not_count() {
    Ends ends;
    SilenceTimer silence(ends.mine());
    std::this_thread::sleep_for(2 * link_timeout);
    silence.check();
    return true;
}

bool signs_of_life_are_not_taken_for_notices() {
    Ends ends;
    for (int i = 0; i < 3; ++i) ends.other().send_heartbeat();
    {
        auto const frame = ends.other().lock_for_frame(); // nothing may get into it
        std::thread([&] { ends.other().send_heartbeat(); }).join();
        if (ends.mine().socket().unread() > Index{3 * sizeof(FrameHeader)}) return false;
    }
    ends.other().send({static_cast<std::int64_t>(Notice::Credit), 0});
    auto const header = ends.mine().receive(LinkClock::now() + 5s);
    return header && header->is(Notice::Credit);
}

/// The other end gets all, though this one has left with signs of life that it did not read.
bool what_was_sent_arrives_after_leaving() {
    Ends ends;
    ends.other().send_heartbeat();
    std::vector<std::byte> got(fill(ends.mine()));
    bool arrived = false;
    std::thread reader([&] {
        std::this_thread::sleep_for(50ms);
        try {
            arrived = ends.other().socket().receive_all(got.data(), got.size(), LinkClock::now() + 5s);
        } catch (ChannelFailure const&) { // this end closed it too early
        }
    });
    ends.mine().leave(LinkClock::now() + 5s);
    ends.here.clear();
    reader.join();
    return arrived;
}

} // namespace

TEST_PROGRAM(int /*argc*/, char** /*argv*/) {
    bool good = true;
    auto const holds = [&good](char const* what, bool (*test)()) {
        if (test()) return;
        good = false;
        std::cerr << "FAILED: " << what << '\n';
    };
    holds("a stopped sender is given up", a_stopped_sender_is_given_up);
    holds("a stopped receiver is given up", a_stopped_receiver_is_given_up);
    holds("a sender that computes is waited for", a_sender_that_computes_is_waited_for);
    holds("a receiver that computes is waited for", a_receiver_that_computes_is_waited_for);
    holds("time in which this rank was stopped does not count", time_in_which_this_rank_was_stopped_does_not_count);
    holds("signs of life are not taken for notices", signs_of_life_are_not_taken_for_notices);
    holds("what was sent arrives after leaving", what_was_sent_arrives_after_leaving);
    return good ? 0 : 1;
}
