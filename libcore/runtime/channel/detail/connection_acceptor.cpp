// SPDX-License-Identifier: BSD-3-Clause
// Tessera: accepts and greets several connections at the same time, and returns those that prove the token.
#include "libcore/runtime/channel/detail/connection_acceptor.hpp"

#include "libcore/runtime/channel/channel_failure.hpp"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <system_error>
#include <utility>

namespace tessera {

namespace {

using ReceptionClock = std::chrono::steady_clock;

constexpr std::chrono::seconds reply_timeout{3};
constexpr std::size_t most_strangers = 64; ///< visitors at a time, in addition to twice the guests

bool sends_whole(Socket const& socket, void const* data, std::size_t bytes) {
    return socket.send_some(static_cast<std::byte const*>(data), bytes) == bytes;
}

} // namespace

ConnectionAcceptor::ConnectionAcceptor(Socket const& listener, std::string token, std::size_t guests)
    : listener_(listener), token_(std::move(token)), most_(most_strangers + 2 * guests) {}

std::optional<ConnectionAcceptor::AcceptedConnection> ConnectionAcceptor::next(Socket::Deadline deadline) {
    for (;;) {
        while (!pending_.empty() && pending_.front().deadline <= ReceptionClock::now()) pending_.pop_front();
        wait(deadline);
        if (auto accepted = take_accepted()) return accepted;
        if (pollers_.front().revents != 0) admit();
        if (ReceptionClock::now() >= deadline) return std::nullopt;
    }
}

void ConnectionAcceptor::wait(Socket::Deadline deadline) {
    pollers_.assign(1, {listener_.descriptor(), POLLIN, 0});
    for (PendingConnection const& pending : pending_) pollers_.push_back({pending.socket.descriptor(), POLLIN, 0});
    if (!pending_.empty()) deadline = std::min(deadline, pending_.front().deadline);
    int const ready = poll(pollers_.data(), pollers_.size(), milliseconds_to(deadline));
    if (ready < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "poll");
}

void ConnectionAcceptor::admit() {
    try {
        auto socket = listener_.accept(ReceptionClock::now());
        if (!socket) return;
        Challenge const challenge = Challenge::fresh();
        if (!sends_whole(*socket, &challenge, sizeof challenge)) return;
        if (pending_.size() >= most_) pending_.pop_front();
        pending_.push_back({*std::move(socket), challenge, {}, 0, ReceptionClock::now() + reply_timeout});
    } catch (ChannelFailure const&) {    // the caller has already left
    } catch (std::system_error const&) { // this process has no free descriptor
        if (pending_.empty()) throw;
        pending_.pop_front();
    }
}

/// Reads what has arrived. Drops visitors with broken connections or wrong proofs.
std::optional<ConnectionAcceptor::AcceptedConnection> ConnectionAcceptor::take_accepted() {
    std::size_t kept = 0;
    std::optional<AcceptedConnection> accepted;
    for (std::size_t i = 0; i < pending_.size(); ++i) {
        PendingConnection& pending = pending_[i];
        bool stays = true;
        if (!accepted && pollers_[i + 1].revents != 0) {
            try {
                auto* const reply = reinterpret_cast<std::byte*>(&pending.reply);
                pending.arrived += pending.socket.receive_some(reply + pending.arrived, sizeof(Reply) - pending.arrived);
                stays = pending.arrived < sizeof(Reply);
                if (!stays && confirm(pending))
                    accepted = AcceptedConnection{std::move(pending.socket), static_cast<Rank>(pending.reply.number)};
            } catch (ChannelFailure const&) {
                stays = false;
            }
        }
        if (stays) std::swap(pending_[kept++], pending);
    }
    pending_.resize(kept);
    return accepted;
}

bool ConnectionAcceptor::confirm(PendingConnection const& pending) const {
    if (!std::in_range<Rank>(pending.reply.number) || !pending.reply.proves(pending.challenge, token_)) return false;
    Proof const proof = pending.reply.confirmation(pending.challenge, token_);
    return sends_whole(pending.socket, &proof, sizeof proof);
}

} // namespace tessera
