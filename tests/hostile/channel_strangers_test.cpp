// SPDX-License-Identifier: BSD-3-Clause
// Tessera: strangers at the port of a channel's sender, and at the address that a receiver was given.
#include "libcore/runtime/channel/channel_failure.hpp"
#include "libcore/runtime/channel/detail/channel_offer.hpp"
#include "libcore/runtime/channel/detail/file_meeting.hpp"
#include "libcore/runtime/channel/detail/greeting.hpp"
#include "libcore/runtime/channel/detail/meeting_file.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/hostile/largest_allocation.hpp"
#include "tests/mpi/scratch_folder.hpp"
#include "tests/suite/suite.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <future>
#include <iostream>
#include <iterator>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;
using namespace std::chrono_literals;

namespace {

using TestClock = std::chrono::steady_clock;

Socket::Deadline soon() {
    return TestClock::now() + 5s;
}

std::string offer_text() {
    ChannelOffer offer;
    offer.ranks = {0};
    return offer.to_json();
}

/// A sender that waits at a file.
class WaitingSender {
  public:
    explicit WaitingSender(std::string const& path, std::string const& where = {}) : meeting_(path, where) {
        ChannelOffer described;
        meeting_.describe(MPI_COMM_WORLD, ChannelEnd::Sender, described);
        other_ = std::async(std::launch::async, [this] { return meeting_.exchange(ChannelEnd::Sender, offer_text(), 30s); });
        while (!entry_) entry_ = read_meeting(path).value();
    }
    [[nodiscard]] MeetingEntry const& entry() const { return *entry_; }
    [[nodiscard]] Result<std::string> other() { return other_.get(); }

  private:
    FileMeeting meeting_;
    std::future<Result<std::string>> other_;
    std::optional<MeetingEntry> entry_;
};

/// Do the right two meet, in less than two seconds?
bool meets_soon(WaitingSender& sender, std::string const& path) {
    auto const begin = TestClock::now();
    FileMeeting receiver(path);
    auto const got = receiver.exchange(ChannelEnd::Receiver, offer_text(), 30s);
    return got && sender.other() && TestClock::now() - begin < 2s;
}

bool silent_ones_delay_nobody(std::string const& path) {
    WaitingSender sender(path);
    std::vector<Socket> silent;
    for (int i = 0; i < 25; ++i) silent.push_back(Socket::connected(sender.entry().address, soon()).value());
    return meets_soon(sender, path);
}

/// Eight bytes of a stranger say that a gigabyte follows.
bool a_length_is_no_reason_to_allocate(std::string const& path) {
    Socket const stranger = Socket::listening();
    std::ofstream(path) << R"({"schema": "tessera.meeting/1", "address": ")" << stranger.address() << R"(", "token": "old"})";
    largest_allocation() = 0;
    FileMeeting receiver(path);
    auto met =
        std::async(std::launch::async, [&] { return receiver.exchange(ChannelEnd::Receiver, offer_text(), 1s).has_value(); });
    auto const visitor = stranger.accept(soon());
    std::uint64_t const length = 1U << 30U;
    bool const sent = visitor && visitor->send_all(&length, sizeof length, soon());
    return !met.get() && sent && largest_allocation() <= 1U << 20U;
}

/// What a stranger hears that answers the challenge with these bytes; empty: the connection is closed.
std::string answer_to(Socket const& socket, std::string_view bytes) {
    std::string answer(sizeof(Proof), '\0');
    try {
        if (socket.send_all(bytes.data(), bytes.size(), soon()) && socket.receive_all(answer.data(), answer.size(), soon()))
            return answer;
    } catch (ChannelFailure const&) {
    }
    return "";
}

/// A connection to the sender, and what it asks.
std::pair<Socket, Challenge> challenged(std::string const& address) {
    auto socket = Socket::connected(address, soon()).value();
    Challenge challenge;
    if (!socket.receive_all(&challenge, sizeof challenge, soon())) throw std::runtime_error("no challenge came");
    return {std::move(socket), challenge};
}

std::string_view bytes_of(Reply const& reply) {
    return {reinterpret_cast<char const*>(&reply), sizeof reply};
}

/// Neither a wrong token, nor a recorded reply, nor the token itself opens a connection.
bool only_a_fresh_proof_is_welcome(std::string const& path) {
    WaitingSender sender(path);
    auto const& [address, token] = sender.entry();
    bool good = !proven_connection(address, token + "0", unnumbered, soon()) && !proven_connection(address, "", unnumbered, soon());
    auto const [first, question] = challenged(address);
    Reply const recorded = Reply::to(question, token, unnumbered);
    auto const [second, other_question] = challenged(address);
    good = answer_to(second, bytes_of(recorded)).empty() && answer_to(challenged(address).first, token + token).empty() && good;
    Reply renumbered = recorded;
    renumbered.number = 0;
    return answer_to(first, bytes_of(renumbered)).empty() && meets_soon(sender, path) && good;
}

/// A port of somebody else's who saw greetings, but not the token: what the caller sends is all it can send back.
bool an_impostor_is_found_out(std::string const&) {
    Socket const impostor = Socket::listening("127.0.0.1");
    auto met = std::async(std::launch::async,
                          [&] { return proven_connection(impostor.address(), new_token(), unnumbered, soon()).has_value(); });
    auto const visitor = impostor.accept(soon()).value();
    Challenge const challenge = Challenge::fresh();
    Reply reply;
    bool const asked = visitor.send_all(&challenge, sizeof challenge, soon()) && visitor.receive_all(&reply, sizeof reply, soon());
    bool const sent = visitor.send_all(reply.proof.data(), reply.proof.size(), soon());
    return asked && sent && !met.get();
}

/// A greeting and an offer after it, damaged somewhere.
std::string damaged(std::string bytes, std::mt19937& random) {
    auto const below = [&random](std::size_t bound) { return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random); };
    switch (below(4)) {
    case 0:
        bytes.resize(below(bytes.size()));
        break;
    case 1:
        bytes.insert(below(bytes.size()), 1 + below(100), static_cast<char>(below(256)));
        break;
    case 2:
        bytes.erase(below(bytes.size()), 1 + below(40));
        break;
    default:
        for (std::size_t i = 0, count = 1 + below(4); i < count; ++i) bytes[below(bytes.size())] = static_cast<char>(below(256));
    }
    return bytes;
}

/// A text with its length before it.
std::string framed(std::string const& text) {
    std::uint64_t const length = text.size();
    return std::string(reinterpret_cast<char const*>(&length), sizeof length) + text;
}

/// Nothing more comes: the sender has done what it does.
void wait_for_the_end(Socket const& socket) {
    try {
        for (std::byte byte{}; socket.receive_all(&byte, 1, soon());) {
        }
    } catch (ChannelFailure const&) {
    }
}

/// A sender that meets one after the other, until the right one comes; the number of the others that it took for receivers.
int met_before(FileMeeting& sender, ChannelOffer const& mine, std::string const& right) {
    for (int met = 0;; ++met) {
        auto const other = sender.exchange(ChannelEnd::Sender, mine.to_json(), 30s);
        if (!other || *other == right) return other ? met : -1;
        auto const read = ChannelOffer::from_json(*other);
        if (read) static_cast<void>(terms_of({mine, *read})); // what is damaged is an error or harmless
    }
}

/// Greetings and offers with random damage; then the right receiver comes.
bool damaged_greetings_do_no_harm(std::string const& path) {
    constexpr unsigned seed = 7;
    std::mt19937 random(seed);
    ChannelOffer mine, theirs;
    mine.ranks = {0};
    mine.addresses = {"1 nowhere"};
    mine.hpf = theirs.hpf = "real A(12)\n!hpf$ distribute A(block)\n";
    theirs.ranks = {-1};
    std::string const offer = theirs.to_json();
    FileMeeting meeting(path);
    ChannelOffer described;
    meeting.describe(MPI_COMM_WORLD, ChannelEnd::Sender, described);
    largest_allocation() = 0;
    auto met = std::async(std::launch::async, [&] { return met_before(meeting, mine, offer_text()); });
    for (int i = 0; i < 300;) {
        auto const entry = read_meeting(path).value();
        if (!entry) continue; // between two meetings
        auto const socket = Socket::connected(entry->address, soon());
        Challenge challenge;
        try {
            if (!socket->receive_all(&challenge, sizeof challenge, soon())) return false;
        } catch (ChannelFailure const&) {
            continue; // the sender met the one before
        }
        std::string const greeting(bytes_of(Reply::to(challenge, entry->token, unnumbered)));
        std::string bytes;
        switch (i++ % 3) {
        case 0:
            bytes = damaged(greeting + framed(offer), random);
            break;
        case 1:
            bytes = greeting + damaged(framed(offer), random);
            break;
        default:
            bytes = greeting + framed(damaged(offer, random));
        }
        try {
            static_cast<void>(socket->send_all(bytes.data(), bytes.size(), soon()));
        } catch (ChannelFailure const&) {
        }
        socket->end_sending();
        wait_for_the_end(*socket);
    }
    FileMeeting receiver(path);
    auto const begin = TestClock::now();
    bool const right = receiver.exchange(ChannelEnd::Receiver, offer_text(), 20s) && TestClock::now() - begin < 2s;
    int const others = met.get();
    return right && others > 10 && others < 250 && largest_allocation() <= 1U << 20U;
}

Index open_descriptors() {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
}

/// A sender keeps a bounded number of strangers at a time.
bool a_crowd_is_bounded(std::string const& path) {
    constexpr Index crowd_size = 300, most_kept = 80;
    WaitingSender sender(path);
    std::vector<Socket> crowd;
    Index const before = open_descriptors();
    for (Index i = 0; i < crowd_size; ++i) crowd.push_back(challenged(sender.entry().address).first);
    return open_descriptors() <= before + crowd_size + most_kept && meets_soon(sender, path);
}

bool a_sender_listens_where_it_is_told(std::string const& path) {
    bool good = true;
    for (std::string const where : {"lo", "127.0.0.1", "::1"}) {
        WaitingSender sender(path, where);
        std::string const address = sender.entry().address;
        good = address.ends_with(where == "::1" ? " ::1" : " 127.0.0.1") && meets_soon(sender, path) && good;
    }
    FileMeeting nowhere(path, "no-such-interface");
    ChannelOffer described;
    nowhere.describe(MPI_COMM_WORLD, ChannelEnd::Sender, described);
    auto const told = nowhere.exchange(ChannelEnd::Sender, offer_text(), 30s);
    return !told && told.error().message.find("'no-such-interface'") != std::string::npos && good;
}

/// By either family, where a sender listens on all interfaces.
bool both_families_reach_it(std::string const& path) {
    WaitingSender sender(path);
    std::string const port = sender.entry().address.substr(0, sender.entry().address.find(' '));
    bool const good = Socket::connected(port + " 127.0.0.1", soon()) && Socket::connected(port + " ::1", soon());
    return meets_soon(sender, path) && good;
}

bool at_a_file(char const* what, bool (*test)(std::string const& path)) {
    ScratchFolder const scratch("strangers");
    bool const good = test(scratch.path("meeting"));
    if (!good) std::cerr << "FAILED: " << what << '\n';
    return good;
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    bool good = at_a_file("silent ones delay nobody", silent_ones_delay_nobody);
    good = at_a_file("only a fresh proof is welcome", only_a_fresh_proof_is_welcome) && good;
    good = at_a_file("an impostor is found out", an_impostor_is_found_out) && good;
    good = at_a_file("damaged greetings do no harm", damaged_greetings_do_no_harm) && good;
    good = at_a_file("a crowd is bounded", a_crowd_is_bounded) && good;
    good = at_a_file("a sender listens where it is told", a_sender_listens_where_it_is_told) && good;
    good = at_a_file("both families reach it", both_families_reach_it) && good;
    good = at_a_file("a length is no reason to allocate", a_length_is_no_reason_to_allocate) && good;
    return good ? 0 : 1;
}
