// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the connection to a partner in another job; it distinguishes computing partners from stopped ones.
#include "libcore/runtime/channel/detail/partner_link.hpp"

#include "libcore/runtime/channel/channel_failure.hpp"

#include <algorithm>
#include <condition_variable>
#include <fmt/format.h>
#include <poll.h>
#include <stop_token>
#include <utility>

namespace tessera {

namespace {

using namespace std::chrono_literals;

constexpr auto between_looks_at_end = 2ms;

} // namespace

void PartnerLink::leave(Clock::time_point deadline) noexcept {
    try {
        socket_.end_sending();
        while (!given_up_ && socket_.discard_arrived() && socket_.unsent() > 0 && Clock::now() < deadline)
            std::this_thread::sleep_for(between_looks_at_end);
    } catch (ChannelFailure const&) { // the partner has left
    }
}

void PartnerLink::send(FrameHeader const& header) {
    auto const lock = lock_for_frame();
    auto const* const bytes = reinterpret_cast<std::byte const*>(&header);
    SilenceTimer silence_timer(*this);
    for (std::size_t at = 0; at < sizeof header;) {
        std::size_t const sent = socket_.send_some(bytes + at, sizeof header - at);
        at += sent;
        if (sent == 0 && !socket_.wait(POLLOUT, Clock::now() + SilenceTimer::between_checks(timeout_))) silence_timer.check();
    }
}

std::optional<FrameHeader> PartnerLink::receive(Clock::time_point deadline) {
    FrameHeader header;
    auto* const bytes = reinterpret_cast<std::byte*>(&header);
    SilenceTimer silence_timer(*this);
    for (std::size_t at = 0; at < sizeof header;) {
        if (socket_.wait(POLLIN, std::min(deadline, Clock::now() + SilenceTimer::between_checks(timeout_)))) {
            at += socket_.receive_some(bytes + at, sizeof header - at);
            silence_timer.broken();
            if (at == sizeof header && header.is(Notice::Alive)) at = 0;
            if (at < sizeof header && Clock::now() >= deadline) return std::nullopt; // signs of life may come without end
        } else if (Clock::now() >= deadline) {
            return std::nullopt;
        } else {
            silence_timer.check();
        }
    }
    return header;
}

void PartnerLink::send_heartbeat() {
    std::unique_lock const lock(writing_, std::try_to_lock);
    if (!lock) return;
    FrameHeader const header{static_cast<std::int64_t>(Notice::Alive), 0};
    auto const* const bytes = reinterpret_cast<std::byte const*>(&header);
    try {
        std::size_t const sent = socket_.send_some(bytes, sizeof header);
        bool const whole = sent == 0 || socket_.send_all(bytes + sent, sizeof header - sent,
                                                         Clock::now() + timeout_ / 4); // other partners wait for their signs
        if (!whole) socket_.end_sending();                                             // no frame may follow a part of one
    } catch (ChannelFailure const&) { // a rank that waits for the partner will notice it
    }
}

SilenceTimer::SilenceTimer(PartnerLink& link)
    : link_(link), since_(PartnerLink::Clock::now()), checked_(since_), unread_(link.socket().unread()) {
    if (link.given_up()) fail();
}

void SilenceTimer::broken() {
    since_ = PartnerLink::Clock::now();
    unread_ = link_.socket().unread();
}

void SilenceTimer::check() {
    auto const now = PartnerLink::Clock::now();
    bool const was_stopped_itself = now - std::exchange(checked_, now) > link_.timeout() / 2;
    if (was_stopped_itself || link_.socket().unread() != unread_) return broken();
    if (now - since_ >= link_.timeout()) fail();
}

void SilenceTimer::fail() {
    link_.give_up();
    throw ChannelFailure(fmt::format("no sign of life for {:.3g} s; it is stopped, or its node or the network hangs",
                                     std::chrono::duration<double>(link_.timeout()).count()));
}

std::chrono::milliseconds SilenceTimer::between_checks(std::chrono::milliseconds timeout) {
    return std::clamp<std::chrono::milliseconds>(timeout / 8, 1ms, 1s);
}

Heartbeat::Heartbeat(std::map<Rank, PartnerLink>& partners, std::chrono::milliseconds interval)
    : thread_([&partners, interval](std::stop_token const& stop) {
          std::mutex mutex;
          std::condition_variable_any stopped;
          std::unique_lock lock(mutex);
          while (!stopped.wait_for(lock, stop, interval, [&stop] { return stop.stop_requested(); }))
              for (auto& [rank, link] : partners) link.send_heartbeat();
      }) {}

} // namespace tessera
