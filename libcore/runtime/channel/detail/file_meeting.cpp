// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the meeting of two separately started jobs through a file.
#include "libcore/runtime/channel/detail/file_meeting.hpp"

#include "libcore/runtime/channel/channel_failure.hpp"
#include "libcore/runtime/channel/detail/channel_partners.hpp"
#include "libcore/runtime/channel/detail/connection_acceptor.hpp"
#include "libcore/runtime/channel/detail/greeting.hpp"
#include "libcore/runtime/channel/detail/meeting_file.hpp"
#include "libcore/runtime/channel/detail/socket_carrier.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <stdexcept>
#include <thread>
#include <utility>

namespace tessera {

namespace {

using MeetingClock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr std::size_t longest_address = 1024;
constexpr auto greeting_timeout = 3s; // a waiting sender answers at once
constexpr auto offer_timeout = 5s;

/// Gathers the texts of all ranks on rank 0. Each has at most longest_address bytes.
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

/// Returns a number that identifies a rank of a side. The numbers of both sides differ.
Rank name_of_rank(ChannelEnd end, Rank rank) {
    return end == ChannelEnd::Sender ? rank : -1 - rank;
}

/// Checks that describe() could have made the offer, because anyone with the token may send another one.
void check_offer(ChannelOffer const& offer, ChannelEnd end) {
    bool good = offer.addresses.size() == (end == ChannelEnd::Sender ? offer.ranks.size() : 0);
    for (std::size_t i = 0; i < offer.ranks.size(); ++i) good = good && offer.ranks[i] == name_of_rank(end, static_cast<Rank>(i));
    for (std::string const& address : offer.addresses) good = good && address.size() <= longest_address;
    if (!good) throw ChannelFailure(fmt::format("the offer of the {} names ranks that it cannot have", name_of(end)));
}

/// Returns the offer received from a connection; nothing if the other end is lost, is silent or sends something else.
std::optional<std::string> received_offer(Socket const& socket, Socket::Deadline deadline) {
    try {
        auto offer = socket.receive_text(std::min(deadline, MeetingClock::now() + offer_timeout));
        if (offer && ChannelOffer::is_offer(*offer)) return offer;
    } catch (ChannelFailure const&) { // a broken or foreign peer costs one attempt, not the meeting
    }
    return std::nullopt;
}

bool sent_offer(Socket const& socket, std::string const& offer, Socket::Deadline deadline) {
    try {
        return socket.send_text(offer, std::min(deadline, MeetingClock::now() + offer_timeout));
    } catch (ChannelFailure const&) {
        return false;
    }
}

/// Accepts connections of the receiver's ranks, by their numbers.
std::map<Rank, Socket> accepted_partners(Socket const& listener, std::string const& token, ChannelPartners const& partners,
                                         ChannelPeers const& peers, Socket::Deadline deadline) {
    std::map<Rank, Socket> accepted;
    ConnectionAcceptor reception(listener, token, partners.receivers.size());
    while (accepted.size() < partners.receivers.size()) {
        auto guest = reception.next(deadline);
        if (guest && std::ranges::binary_search(partners.receivers, guest->number))
            accepted.insert_or_assign(guest->number, std::move(guest->socket)); // the partner uses its last connection
        if (guest) continue;
        auto const missing = std::ranges::find_if_not(partners.receivers, [&](Rank rank) { return accepted.contains(rank); });
        throw ChannelFailure(peers.text(*missing) + " did not connect in time");
    }
    return accepted;
}

/// Connects to a rank of the sender. It already listens but may answer late, and drops callers if it has too many.
Socket connected_partner(std::string const& address, std::string const& token, Rank number, std::string const& partner,
                         Socket::Deadline deadline) {
    for (; MeetingClock::now() < deadline; std::this_thread::sleep_for(10ms)) {
        auto socket = Socket::connected(address, deadline);
        if (!socket) break;
        if (is_greeted(*socket, token, number, deadline)) return *std::move(socket);
    }
    throw ChannelFailure(fmt::format("{} cannot be reached at '{}'", partner, address));
}

} // namespace

FileMeeting::FileMeeting(std::string path, std::string interface) : path_(std::move(path)), interface_(std::move(interface)) {}

void FileMeeting::describe(MPI_Comm side, ChannelEnd end, ChannelOffer& offer) {
    if (end_.value_or(end) != end)
        throw std::logic_error("one program meets another by a file; a rank on both sides has a communicator");
    end_ = end;
    side_ = side;
    int size = 1;
    check_mpi(MPI_Comm_size(side, &size), "MPI_Comm_size");
    for (Rank rank = 0; rank < size; ++rank) offer.ranks.push_back(name_of_rank(end, rank));
    if (end == ChannelEnd::Receiver) return;
    auto const listens = together(Communicator::duplicate(side), [this]() -> Result<void> {
        try {
            listener_ = Socket::listening(interface_);
            return {};
        } catch (ChannelFailure const& failure) {
            return fail(failure.what());
        }
    });
    if (!listens) return deaf_.emplace(listens.error()), void();
    offer.addresses = gathered(side, listener_.address());
    token_ = new_token();
}

Result<std::string> FileMeeting::exchange(ChannelEnd end, std::string const& offer, std::chrono::milliseconds timeout) {
    auto const deadline = MeetingClock::now() + timeout;
    if (deaf_) return fail(fmt::format("{}: {}", path_, deaf_->message));
    try {
        auto other = end == ChannelEnd::Sender ? await_receiver(offer, deadline) : seek_sender(offer, deadline);
        if (other) return other;
    } catch (std::runtime_error const& failure) { // the channel or the system failed
        return fail(fmt::format("{}: {}", path_, failure.what()));
    }
    return fail(fmt::format("{}: no {} came within {:.3g} s", path_, name_of(other_end(end)),
                            std::chrono::duration<double>(timeout).count()));
}

Result<std::string> FileMeeting::await_receiver(std::string const& offer, Socket::Deadline deadline) {
    MeetingFile const file(path_, {listener_.address(), token_}, deadline);
    ConnectionAcceptor reception(listener_, token_, 1);
    while (auto const guest = reception.next(deadline)) {
        if (guest->number != unnumbered || !sent_offer(guest->socket, offer, deadline)) continue;
        if (auto other = received_offer(guest->socket, deadline)) return *std::move(other);
    }
    return fail("nobody came");
}

Result<std::string> FileMeeting::seek_sender(std::string const& offer, Socket::Deadline deadline) {
    for (; MeetingClock::now() < deadline; std::this_thread::sleep_for(10ms)) {
        auto const read = read_meeting(path_);
        if (!read) throw ChannelFailure(read.error().message);
        auto const& entry = *read;
        if (!entry) continue;
        auto const soon = std::min(deadline, MeetingClock::now() + greeting_timeout);
        auto const socket = proven_connection(entry->address, entry->token, unnumbered, soon);
        if (!socket) continue; // left by a job that has ended
        auto other = received_offer(*socket, deadline);
        if (!other || !sent_offer(*socket, offer, deadline)) continue;
        token_ = entry->token;
        return *std::move(other);
    }
    return fail("nobody came");
}

std::unique_ptr<Carrier> FileMeeting::connect(BothOffers const& offers, ChannelTerms const& terms, Rank number,
                                              RankLayouts const& layouts, std::chrono::milliseconds timeout) {
    auto const deadline = MeetingClock::now() + timeout;
    check_offer(offers.sender, ChannelEnd::Sender);
    check_offer(offers.receiver, ChannelEnd::Receiver);
    ChannelPartners const partners = partners_of(terms, number);
    ChannelPeers const peers = terms.peers(path_);
    Communicator const side = Communicator::duplicate(side_);
    token_ = broadcast_text(side, 0, token_); // so far only the masters have it
    std::map<Rank, Socket> sockets;
    try {
        all_or_none(side, [&] {
            if (partners.sends) sockets = accepted_partners(listener_, token_, partners, peers, deadline);
            for (Rank const sender : partners.senders) // senders have the first numbers
                sockets.emplace(sender, connected_partner(offers.sender.addresses[as_size(sender)], token_, number,
                                                          peers.text(sender), deadline));
        });
    } catch (AgreedFailure const& failure) {
        throw ChannelFailure(failure.what());
    }
    listener_ = Socket();
    return make_socket_carrier(std::move(sockets), terms, peers, number, layouts, timeout);
}

} // namespace tessera
