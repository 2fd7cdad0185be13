// SPDX-License-Identifier: BSD-3-Clause
// Tessera: accepts and greets several connections at the same time, and returns those that prove the token.
#include "libcore/runtime/channel/detail/reception.hpp"

#include "libcore/runtime/channel/channel_failure.hpp"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <system_error>
#include <utility>

namespace tessera {

namespace {

using ReceptionClock = std::chrono::steady_clock;

constexpr std::chrono::seconds visitor_patience{3};
constexpr std::size_t most_strangers = 64; ///< visitors at a time, in addition to twice the guests

bool sends_whole(Socket const& socket, void const* data, std::size_t bytes) {
    return socket.send_some(static_cast<std::byte const*>(data), bytes) == bytes;
}

} // namespace

Reception::Reception(Socket const& listener, std::string token, std::size_t guests)
    : listener_(listener), token_(std::move(token)), most_(most_strangers + 2 * guests) {}

std::optional<Reception::Guest> Reception::next(Socket::Deadline deadline) {
    for (;;) {
        while (!visitors_.empty() && visitors_.front().deadline <= ReceptionClock::now()) visitors_.pop_front();
        wait(deadline);
        if (auto guest = take_guest()) return guest;
        if (pollers_.front().revents != 0) admit();
        if (ReceptionClock::now() >= deadline) return std::nullopt;
    }
}

void Reception::wait(Socket::Deadline deadline) {
    pollers_.assign(1, {listener_.descriptor(), POLLIN, 0});
    for (Visitor const& visitor : visitors_) pollers_.push_back({visitor.socket.descriptor(), POLLIN, 0});
    if (!visitors_.empty()) deadline = std::min(deadline, visitors_.front().deadline);
    int const ready = poll(pollers_.data(), pollers_.size(), milliseconds_to(deadline));
    if (ready < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "poll");
}

void Reception::admit() {
    try {
        auto socket = listener_.accept(ReceptionClock::now());
        if (!socket) return;
        Challenge const challenge = Challenge::fresh();
        if (!sends_whole(*socket, &challenge, sizeof challenge)) return;
        if (visitors_.size() >= most_) visitors_.pop_front();
        visitors_.push_back({*std::move(socket), challenge, {}, 0, ReceptionClock::now() + visitor_patience});
    } catch (ChannelFailure const&) {    // the caller has already left
    } catch (std::system_error const&) { // this process has no free descriptor
        if (visitors_.empty()) throw;
        visitors_.pop_front();
    }
}

/// Reads what has arrived. Drops visitors with broken connections or wrong proofs.
std::optional<Reception::Guest> Reception::take_guest() {
    std::size_t kept = 0;
    std::optional<Guest> guest;
    for (std::size_t i = 0; i < visitors_.size(); ++i) {
        Visitor& visitor = visitors_[i];
        bool stays = true;
        if (!guest && pollers_[i + 1].revents != 0) {
            try {
                auto* const reply = reinterpret_cast<std::byte*>(&visitor.reply);
                visitor.arrived += visitor.socket.receive_some(reply + visitor.arrived, sizeof(Reply) - visitor.arrived);
                stays = visitor.arrived < sizeof(Reply);
                if (!stays && confirm(visitor)) guest = Guest{std::move(visitor.socket), static_cast<Rank>(visitor.reply.number)};
            } catch (ChannelFailure const&) {
                stays = false;
            }
        }
        if (stays) std::swap(visitors_[kept++], visitor);
    }
    visitors_.resize(kept);
    return guest;
}

bool Reception::confirm(Visitor const& visitor) const {
    if (!std::in_range<Rank>(visitor.reply.number) || !visitor.reply.proves(visitor.challenge, token_)) return false;
    Proof const proof = visitor.reply.confirmation(visitor.challenge, token_);
    return sends_whole(visitor.socket, &proof, sizeof proof);
}

} // namespace tessera
