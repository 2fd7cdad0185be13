// SPDX-License-Identifier: BSD-3-Clause
// Tessera: partners of a channel that know the token and lie: in their offers, and in what they send afterwards.
#include "libcore/runtime/channel/array_channel.hpp"
#include "libcore/runtime/channel/channel_failure.hpp"
#include "libcore/runtime/channel/detail/channel_offer.hpp"
#include "libcore/runtime/channel/detail/connection_acceptor.hpp"
#include "libcore/runtime/channel/detail/greeting.hpp"
#include "libcore/runtime/channel/detail/meeting_file.hpp"
#include "libcore/runtime/channel/detail/meeting_place.hpp"
#include "libcore/runtime/channel/detail/partner_link.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/hostile/largest_allocation.hpp"
#include "tests/mpi/scratch_folder.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <iostream>
#include <limits>
#include <optional>
#include <poll.h>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;
using namespace std::chrono_literals;

namespace {

using LiarClock = std::chrono::steady_clock;

constexpr auto liar_timeout = 150ms;
constexpr auto longest_wait = 4s; // a few patiences, on a busy machine
constexpr std::int64_t extent = 12;
constexpr std::size_t guards = 64; // elements around the array that nobody may write
constexpr int array_bytes = extent * 4;

Socket::Deadline in_time() {
    return LiarClock::now() + 5s;
}

ChannelOptions options() {
    return {.count = TransferCount::times(5), .timeout = liar_timeout, .ahead = 2};
}

ChannelSide side() {
    return {MPI_COMM_WORLD, "real A(12)\n!hpf$ distribute A(block)\n"};
}

ChannelOffer honest(ChannelEnd end) {
    ChannelOffer offer;
    offer.hpf = side().hpf;
    offer.ranks = {end == ChannelEnd::Sender ? 0 : -1};
    offer.count = 5;
    offer.ahead = 2;
    offer.timeout = liar_timeout;
    return offer;
}

/// What a liar says once it has the connection of a partner; it may be cut off at any time.
using Lie = std::function<void(Socket const&)>;

template <class Work>
void while_connected(Work const& work) {
    try {
        work();
    } catch (ChannelFailure const&) { // it was found out
    }
}

void say(Socket const& socket, std::int64_t notice, std::int64_t bytes = 0) {
    FrameHeader const header{notice, bytes};
    static_cast<void>(socket.send_all(&header, sizeof header, in_time()));
}

void say(Socket const& socket, Notice notice) {
    say(socket, static_cast<std::int64_t>(notice));
}

void say_data(Socket const& socket, std::size_t bytes) {
    std::vector<std::byte> const data(bytes, std::byte{0x7f});
    static_cast<void>(socket.send_all(data.data(), data.size(), in_time()));
}

/// Until the partner has gone.
void go_on(Socket const& socket, std::function<void()> const& piece) {
    for (auto const end = LiarClock::now() + 2 * longest_wait; LiarClock::now() < end; piece())
        static_cast<void>(socket.discard_arrived());
}

/// A sender that lies meets a receiver that does not. `offers`: what it changes of an honest offer.
void lying_sender(std::string const& path, std::function<void(ChannelOffer&)> const& offers, Lie const& lie) {
    Socket const listener = Socket::listening("lo");
    ChannelOffer offer = honest(ChannelEnd::Sender);
    offer.addresses = {listener.address()};
    offers(offer);
    std::string const token = new_token();
    auto const deadline = in_time();
    MeetingFile const file(path, {listener.address(), token}, deadline);
    ConnectionAcceptor reception(listener, token, 2);
    auto const master = reception.next(deadline);
    if (!master || !master->socket.send_text(offer.to_json(), deadline)) return;
    static_cast<void>(master->socket.receive_text(deadline));
    auto const partner = reception.next(LiarClock::now() + liar_timeout);
    if (partner) while_connected([&] { lie(partner->socket); });
}

/// A receiver that lies meets a sender that does not. `number`: by which it connects.
void lying_receiver(std::string const& path, Rank number, std::function<void(ChannelOffer&)> const& offers, Lie const& lie) {
    std::optional<MeetingEntry> entry;
    auto const deadline = in_time();
    while (!entry && LiarClock::now() < deadline) entry = read_meeting(path).value();
    auto const master = proven_connection(entry->address, entry->token, unnumbered, deadline);
    if (!master) return;
    auto const theirs = master->receive_text(deadline);
    ChannelOffer offer = honest(ChannelEnd::Receiver);
    offers(offer);
    if (!theirs || !master->send_text(offer.to_json(), deadline)) return;
    auto const known = ChannelOffer::from_json(*theirs);
    auto const partner = proven_connection(known->addresses.at(0), entry->token, number, LiarClock::now() + liar_timeout);
    if (partner) while_connected([&] { lie(*partner); });
}

struct End {
    bool failed = false; ///< by an error or an exception
    int transfers = 0;
    bool whole = true; ///< nothing around the array was written
};

/// Transfers of the honest side until something fails or the channel ends.
End honest_receiver(std::string const& path, int most) {
    End end;
    std::vector<float> memory(2 * guards + extent, -1);
    try {
        auto channel = ArrayChannel::from_sender(ChannelMeeting::at_file(path, "lo"), side(), options());
        end.failed = !channel;
        while (channel && end.transfers < most && channel->receive(static_cast<void*>(memory.data() + guards))) ++end.transfers;
    } catch (ChannelFailure const&) {
        end.failed = true;
    }
    auto const is_guard = [](float value) { return value == -1; };
    end.whole = std::all_of(memory.begin(), memory.begin() + guards, is_guard) &&
                std::all_of(memory.end() - guards, memory.end(), is_guard);
    return end;
}

End honest_sender(std::string const& path, int most) {
    End end;
    std::vector<float> const memory(extent, 1);
    try {
        auto channel = ArrayChannel::to_receiver(ChannelMeeting::at_file(path, "lo"), side(), options());
        end.failed = !channel;
        for (; channel && end.transfers < most; ++end.transfers) channel->send(memory);
        if (channel) channel->close();
    } catch (ChannelFailure const&) {
        end.failed = true;
    }
    return end;
}

using Honest = End (*)(std::string const& path, int most);

/// What comes of it; nothing where it takes too long, or memory for a lie.
std::optional<End> meet(std::function<void(std::string const&)> const& liar, Honest honest_one, int most = 3) {
    ScratchFolder const scratch("liars");
    std::string const path = scratch.path("meeting");
    auto other = std::async(std::launch::async, [&] { while_connected([&] { liar(path); }); });
    largest_allocation() = 0;
    auto const begin = LiarClock::now();
    End const end = honest_one(path, most);
    bool const soon = LiarClock::now() - begin < longest_wait;
    bool const modest = largest_allocation() <= 4U << 20U;
    if (!soon) std::cerr << "it took too long\n";
    if (!modest) std::cerr << "it allocated " << largest_allocation() << '\n';
    other.get();
    return soon && modest && end.whole ? std::optional(end) : std::nullopt;
}

bool fails(std::optional<End> const& end) {
    return end && end->failed;
}

void no_lie(ChannelOffer&) {}
void silence(Socket const&) {}

std::optional<End> to_receiver(Lie const& lie, int most = 3) {
    return meet([&](std::string const& path) { lying_sender(path, no_lie, lie); }, honest_receiver, most);
}

std::optional<End> to_sender(Lie const& lie, int most = 6) {
    return meet([&](std::string const& path) { lying_receiver(path, 1, no_lie, lie); }, honest_sender, most);
}

/// Whole transfers, then the end: the liar can tell the truth.
bool the_truth_is_taken() {
    auto const received = to_receiver([](Socket const& socket) {
        for (int i = 0; i < 2; ++i) {
            say(socket, Notice::Data);
            say(socket, 0, array_bytes);
            say_data(socket, array_bytes);
        }
        say(socket, Notice::End);
        static_cast<void>(socket.wait(POLLIN, in_time()));
    });
    return received && !received->failed && received->transfers == 2;
}

bool lengths_are_checked() {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    bool good = true;
    for (std::int64_t const length : {std::int64_t{0}, std::int64_t{array_bytes - 1}, std::int64_t{array_bytes + 1},
                                      std::int64_t{-1}, std::int64_t{1} << 40, most, std::numeric_limits<std::int64_t>::min()})
        good = fails(to_receiver([length](Socket const& socket) {
                   say(socket, Notice::Data);
                   say(socket, 0, length);
                   say_data(socket, 4096);
               })) &&
               good;
    return good;
}

bool notices_out_of_order_are_failures() {
    bool good = true;
    for (Notice const notice : {Notice::Credit, Notice::Left, Notice::Seen, Notice::Abandoned})
        good = fails(to_receiver([notice](Socket const& socket) { say(socket, notice); })) && good;
    for (std::int64_t const notice : {std::int64_t{-1}, std::int64_t{0}, std::int64_t{8}, std::int64_t{1} << 32, std::int64_t{257}})
        good = fails(to_receiver([notice](Socket const& socket) { say(socket, notice); })) && good;
    good = fails(to_receiver([](Socket const& socket) { // an end in the middle of a transfer
               say(socket, Notice::Data);
               say(socket, Notice::End);
           })) &&
           good;
    for (Notice const notice : {Notice::Data, Notice::End, Notice::Abandoned, Notice::Seen, Notice::Left})
        good = fails(to_sender(
                   [notice](Socket const& socket) {
                       for (int i = 0; i < 9; ++i) say(socket, notice);
                       while (socket.discard_arrived()) std::this_thread::sleep_for(1ms);
                   },
                   9)) &&
               good;
    return good;
}

bool the_end_comes_once() {
    auto const end = to_receiver([](Socket const& socket) {
        for (int i = 0; i < 3; ++i) say(socket, Notice::End);
        say(socket, Notice::Data);
        say_data(socket, 4096);
    });
    return end && !end->failed && end->transfers == 0;
}

bool half_a_frame_and_silence_are_given_up() {
    return fails(to_receiver([](Socket const& socket) {
               say_data(socket, 7);
               std::this_thread::sleep_for(3 * liar_timeout);
           })) &&
           fails(to_receiver([](Socket const& socket) {
               say(socket, Notice::Data);
               say(socket, 0, array_bytes);
               say_data(socket, array_bytes - 1);
               std::this_thread::sleep_for(3 * liar_timeout);
           })) &&
           fails(to_receiver(silence)) && fails(to_sender([](Socket const&) { std::this_thread::sleep_for(3 * liar_timeout); }));
}

/// Who leaves does not wait for a sender that goes on without end, nor for signs of life without end.
bool who_leaves_leaves() {
    auto const transfers = to_receiver(
        [](Socket const& socket) {
            go_on(socket, [&] {
                say(socket, Notice::Data);
                say(socket, 0, array_bytes);
                say_data(socket, array_bytes);
            });
        },
        1);
    auto const signs = to_receiver(
        [](Socket const& socket) {
            say(socket, Notice::Data);
            say(socket, 0, array_bytes);
            say_data(socket, array_bytes);
            go_on(socket, [&] { say(socket, Notice::Alive); });
        },
        1);
    auto const credits = to_sender([](Socket const& socket) { go_on(socket, [&] { say(socket, Notice::Credit); }); }, 2);
    auto const living = to_sender([](Socket const& socket) { go_on(socket, [&] { say(socket, Notice::Alive); }); }, 2);
    return transfers && transfers->transfers == 1 && signs && signs->transfers == 1 && credits && living;
}

bool random_bytes_do_no_harm() {
    std::mt19937 random(11);
    bool good = true;
    for (int i = 0; i < 60; ++i) {
        std::vector<std::uint8_t> bytes(1 + random() % 300);
        for (auto& byte : bytes)
            byte = random() % 3 == 0 ? static_cast<std::uint8_t>(random()) : static_cast<std::uint8_t>(random() % 8 == 0);
        Lie const lie = [&](Socket const& socket) {
            static_cast<void>(socket.send_all(bytes.data(), bytes.size(), in_time()));
            socket.end_sending();
        };
        good = (i % 2 == 0 ? to_receiver(lie) : to_sender(lie)).has_value() && good;
    }
    return good;
}

using OfferLie = void (*)(ChannelOffer&);

/// Lies of both ends.
constexpr std::array<std::pair<char const*, OfferLie>, 18> offer_lies{{
    {"the other's rank", [](ChannelOffer& offer) { offer.ranks = {offer.ranks[0] == 0 ? -1 : 0}; }},
    {"a rank twice", [](ChannelOffer& offer) { offer.ranks.assign(2, offer.ranks[0]); }},
    {"the largest rank", [](ChannelOffer& offer) { offer.ranks = {std::numeric_limits<Rank>::max()}; }},
    {"the smallest rank", [](ChannelOffer& offer) { offer.ranks = {std::numeric_limits<Rank>::min()}; }},
    {"no rank", [](ChannelOffer& offer) { offer.ranks.clear(); }},
    {"both ends' ranks",
     [](ChannelOffer& offer) {
         offer.ranks = {offer.ranks[0], 0, -1, 0};
     }},
    {"an address too many", [](ChannelOffer& offer) { offer.addresses.emplace_back("1 127.0.0.1"); }},
    {"no number of transfers", [](ChannelOffer& offer) { offer.count = -1; }},
    {"no room ahead", [](ChannelOffer& offer) { offer.ahead = 0; }},
    {"another name", [](ChannelOffer& offer) { offer.name = "\x1b[31m"; }},
    {"an algorithm that is none", [](ChannelOffer& offer) { offer.algorithm = "../../etc"; }},
    {"an error", [](ChannelOffer& offer) { offer.error = "\x1b[31mtrust me\n"; }},
    {"no text", [](ChannelOffer& offer) { offer.hpf = ""; }},
    {"a huge array", [](ChannelOffer& offer) { offer.hpf = "real A(4611686018427387000)\n!hpf$ distribute A(cyclic)\n"; }},
    {"another array", [](ChannelOffer& offer) { offer.hpf = "real A(13)\n!hpf$ distribute A(block)\n"; }},
    {"another type", [](ChannelOffer& offer) { offer.hpf = "real*8 A(12)\n!hpf$ distribute A(block)\n"; }},
    {"a list in a file", [](ChannelOffer& offer) { offer.hpf = "real A(12)\n!hpf$ distribute A(gen_block(@/etc/passwd))\n"; }},
    {"processors that are not there",
     [](ChannelOffer& offer) { offer.hpf = "real A(12)\n!hpf$ processors P(1000000000)\n!hpf$ distribute A(block) onto P\n"; }},
}};

bool lies_in_offers_are_refused() {
    bool good = true;
    for (auto const& [what, lie] : offer_lies) {
        bool const of_sender = fails(meet([&](std::string const& path) { lying_sender(path, lie, silence); }, honest_receiver));
        bool const of_receiver =
            fails(meet([&](std::string const& path) { lying_receiver(path, 1, lie, silence); }, honest_sender));
        if (!of_sender || !of_receiver) std::cerr << "an offer with " << what << (of_sender ? "" : ", by the sender") << '\n';
        good = good && of_sender && of_receiver;
    }
    for (OfferLie const lie : std::initializer_list<OfferLie>{
             [](ChannelOffer& offer) { offer.addresses.clear(); }, [](ChannelOffer& offer) { offer.addresses = {""}; },
             [](ChannelOffer& offer) { offer.addresses = {"99999999 ::::"}; },
             [](ChannelOffer& offer) { offer.addresses = {std::string(100'000, 'x')}; },
             [](ChannelOffer& offer) { offer.ranks.assign(100'000, 0); }})
        good = fails(meet([&](std::string const& path) { lying_sender(path, lie, silence); }, honest_receiver)) && good;
    return good;
}

/// Times that overflow, and numbers by which nobody is expected.
bool numbers_of_any_size_are_harmless() {
    bool good = true;
    for (Rank const number : {0, 2, -7, std::numeric_limits<Rank>::max(), std::numeric_limits<Rank>::min()})
        good = fails(meet([&](std::string const& path) { lying_receiver(path, number, no_lie, silence); }, honest_sender)) && good;
    for (std::int64_t const timeout :
         {std::int64_t{0}, std::int64_t{-1}, std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()}) {
        auto const lie = [&](ChannelOffer& offer) {
            offer.timeout = std::chrono::milliseconds(timeout);
            offer.count = std::numeric_limits<Index>::max();
            offer.ahead = std::numeric_limits<int>::max();
        };
        good = fails(meet([&](std::string const& path) { lying_sender(path, lie, silence); }, honest_receiver)) && good;
        good = meet([&](std::string const& path) { lying_receiver(path, 1, lie, silence); }, honest_sender).has_value() && good;
    }
    return good;
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    bool good = true;
    auto const holds = [&good](char const* what, bool (*test)()) {
        if (test()) return;
        good = false;
        std::cerr << "FAILED: " << what << '\n';
    };
    holds("the truth is taken", the_truth_is_taken);
    holds("lengths are checked", lengths_are_checked);
    holds("notices out of order are failures", notices_out_of_order_are_failures);
    holds("the end comes once", the_end_comes_once);
    holds("half a frame and silence are given up", half_a_frame_and_silence_are_given_up);
    holds("who leaves leaves", who_leaves_leaves);
    holds("random bytes do no harm", random_bytes_do_no_harm);
    holds("lies in offers are refused", lies_in_offers_are_refused);
    holds("numbers of any size are harmless", numbers_of_any_size_are_harmless);
    return good ? 0 : 1;
}
