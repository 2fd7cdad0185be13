// SPDX-License-Identifier: BSD-3-Clause
// Tessera: two jobs that were started separately meet by a file.
#include "libcore/runtime/channel/detail/file_meeting.hpp"

#include "libcore/runtime/channel/channel_failure.hpp"
#include "libcore/runtime/channel/detail/channel_partners.hpp"
#include "libcore/runtime/channel/detail/meeting_file.hpp"
#include "libcore/runtime/channel/detail/socket_carrier.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <fmt/format.h>
#include <random>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

namespace tessera {

namespace {

using MeetingClock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr std::size_t longest_address = 1024;
constexpr auto hello_patience = 3s; // for a word from who has connected already
constexpr auto offer_patience = 5s; // a sender answers at once, or after a stranger's hello_patience
constexpr std::uint64_t longest_hello = 1024;

std::string new_token() {
    std::random_device random;
    return fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
}

/// Everybody's text at rank 0, each at most longest_address long.
std::vector<std::string> gathered(MPI_Comm comm, std::string text) {
    int size = 1;
    check_mpi(MPI_Comm_size(comm, &size), "MPI_Comm_size");
    text.resize(longest_address, '\0');
    std::string all(longest_address * as_size(size), '\0');
    check_mpi(MPI_Gather(text.data(), narrow<int>(longest_address), MPI_CHAR, all.data(), narrow<int>(longest_address), MPI_CHAR, 0,
                         comm),
              "MPI_Gather");
    std::vector<std::string> texts;
    for (int i = 0; i < size; ++i) texts.emplace_back(all.data() + longest_address * as_size(i));
    return texts;
}

/// A rank's number; nothing where the text is none.
std::optional<Rank> number_in(std::string_view text) {
    Rank number = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    bool const whole = error == std::errc() && end == text.data() + text.size();
    return whole ? std::optional(number) : std::nullopt;
}

/// The offer that comes through a connection; nothing where its other end is lost, silent or says something else.
std::optional<std::string> received_offer(Socket const& socket, Socket::Deadline deadline) {
    try {
        auto offer = socket.receive_text(std::min(deadline, MeetingClock::now() + offer_patience));
        if (offer && ChannelOffer::is_offer(*offer)) return offer;
    } catch (ChannelFailure const&) { // a damaged or foreign peer costs a try, not the meeting
    }
    return std::nullopt;
}

bool sent_offer(Socket const& socket, std::string const& offer, Socket::Deadline deadline) {
    try {
        return socket.send_text(offer, std::min(deadline, MeetingClock::now() + offer_patience));
    } catch (ChannelFailure const&) {
        return false;
    }
}

/// Connects, says who it is, and hears that it is right here.
std::optional<Socket> greet(std::string const& address, std::string const& hello, Socket::Deadline deadline) {
    try {
        auto socket = Socket::connected(address, deadline);
        if (socket && socket->send_text(hello, deadline)) return socket;
    } catch (ChannelFailure const&) { // somebody else's port by now
    }
    return std::nullopt;
}

/// The next connection whose first word begins with the token, and the rest of that word.
std::optional<std::pair<Socket, std::string>> greeted(Socket const& listener, std::string const& token, Socket::Deadline deadline) {
    while (MeetingClock::now() < deadline) {
        try {
            auto socket = listener.accept(deadline);
            if (!socket) continue;
            auto const hello = socket->receive_text(std::min(deadline, MeetingClock::now() + hello_patience), longest_hello);
            if (hello && hello->starts_with(token)) return std::pair{*std::move(socket), hello->substr(token.size())};
        } catch (ChannelFailure const&) { // it has gone already
        }
    }
    return std::nullopt;
}

std::map<Rank, Socket> accept_partners(Socket const& listener, std::string const& token, std::vector<Rank> const& expected,
                                       Socket::Deadline deadline) {
    std::map<Rank, Socket> partners;
    while (partners.size() < expected.size()) {
        auto who = greeted(listener, token, deadline);
        if (!who) throw ChannelFailure("the receiver's ranks did not connect in time");
        auto const number = number_in(who->second);
        if (number && std::ranges::binary_search(expected, *number)) partners.emplace(*number, std::move(who->first));
    }
    return partners;
}

} // namespace

FileMeeting::FileMeeting(std::string path) : path_(std::move(path)) {}

void FileMeeting::describe(MPI_Comm side, ChannelEnd end, ChannelOffer& offer) {
    if (end_.value_or(end) != end)
        throw std::logic_error("one program meets another by a file; a rank on both sides has a communicator");
    end_ = end;
    side_ = side;
    int size = 1;
    check_mpi(MPI_Comm_size(side, &size), "MPI_Comm_size");
    for (Rank rank = 0; rank < size; ++rank) offer.ranks.push_back(end == ChannelEnd::Sender ? rank : -1 - rank); // all different
    if (end == ChannelEnd::Receiver) return;
    listener_ = Socket::listening();
    offer.addresses = gathered(side, listener_.address());
    offer.token = token_ = new_token();
}

Result<std::string> FileMeeting::exchange(ChannelEnd end, std::string const& offer, std::chrono::milliseconds patience) {
    auto const deadline = MeetingClock::now() + patience;
    try {
        auto other = end == ChannelEnd::Sender ? await_receiver(offer, deadline) : seek_sender(offer, deadline);
        if (other) return other;
    } catch (ChannelFailure const& failure) {
        return fail(fmt::format("{}: {}", path_, failure.what()));
    }
    return fail(fmt::format("{}: no {} came within {:.3g} s", path_, name_of(other_end(end)),
                            std::chrono::duration<double>(patience).count()));
}

/// The master is greeted like any other rank, by a receiver without a number.
Result<std::string> FileMeeting::await_receiver(std::string const& offer, Socket::Deadline deadline) {
    MeetingFile const file(path_, {listener_.address(), token_}, deadline);
    while (auto who = greeted(listener_, token_, deadline)) {
        auto const& socket = who->first;
        if (!sent_offer(socket, offer, deadline)) continue;
        if (auto other = received_offer(socket, deadline)) return *std::move(other);
    }
    return fail("nobody came");
}

Result<std::string> FileMeeting::seek_sender(std::string const& offer, Socket::Deadline deadline) const {
    for (; MeetingClock::now() < deadline; std::this_thread::sleep_for(10ms)) {
        auto const read = read_meeting(path_);
        if (!read) throw ChannelFailure(read.error().message);
        auto const& entry = *read;
        if (!entry) continue;
        auto const socket = greet(entry->address, entry->token, deadline);
        if (!socket) continue; // left behind by a job that is no more
        auto other = received_offer(*socket, deadline);
        if (other && sent_offer(*socket, offer, deadline)) return *std::move(other);
    }
    return fail("nobody came");
}

std::unique_ptr<Carrier> FileMeeting::connect(BothOffers const& offers, ChannelTerms const& terms, Rank number,
                                              RankLayouts const& layouts, std::chrono::milliseconds patience) {
    auto const deadline = MeetingClock::now() + patience;
    ChannelPartners const partners = partners_of(terms, number);
    std::map<Rank, Socket> sockets;
    all_or_none(Comm::duplicate(side_), [&] {
        if (partners.sends) sockets = accept_partners(listener_, offers.sender.token, partners.receivers, deadline);
        for (Rank const sender : partners.senders) { // senders have the first numbers
            auto socket = greet(offers.sender.addresses[as_size(sender)], offers.sender.token + std::to_string(number), deadline);
            if (!socket) throw ChannelFailure(fmt::format("rank {} of the sender cannot be reached", sender));
            sockets.emplace(sender, *std::move(socket));
        }
    });
    return make_socket_carrier(std::move(sockets), terms, terms.peers(path_), number, layouts);
}

} // namespace tessera
