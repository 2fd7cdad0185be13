// SPDX-License-Identifier: BSD-3-Clause
// Tessera: transports a channel's transfers over sockets, between jobs that share no communicator.
#include "libcore/runtime/channel/detail/socket_carrier.hpp"

#include "libcore/runtime/channel/channel_failure.hpp"
#include "libcore/runtime/channel/detail/partner_link.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/exchange/rank_messages.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <fmt/format.h>
#include <mutex>
#include <poll.h>
#include <system_error>
#include <utility>
#include <vector>

namespace tessera {

namespace {

/// A header and data that pass through one connection in either direction.
class SocketFrame {
  public:
    static SocketFrame outgoing(Rank peer, PartnerLink& link, std::byte const* data, Index bytes) {
        SocketFrame frame(peer, link, bytes, POLLOUT);
        frame.out_ = data;
        frame.lock_ = link.lock_for_frame();
        return frame;
    }
    static SocketFrame incoming(Rank peer, PartnerLink& link, std::byte* data, Index bytes) {
        SocketFrame frame(peer, link, bytes, POLLIN);
        frame.in_ = data;
        return frame;
    }

    [[nodiscard]] pollfd poller() const { return {done() ? -1 : socket_->descriptor(), events_, 0}; }
    [[nodiscard]] Rank peer() const { return peer_; }
    [[nodiscard]] bool done() const { return at_ == as_size(bytes_) + sizeof header_; }

    /// Moves as many bytes as possible without waiting.
    void go_on() {
        for (std::size_t moved = 1; !done() && moved > 0;) {
            moved = events_ == POLLOUT ? send_part() : receive_part();
            at_ += moved;
            if (moved > 0) silence_.broken();
            if (moved > 0 && events_ == POLLIN && at_ == sizeof header_) look_at_header();
            if (at_ == 0) break; // after a sign of life, the other frames continue before the next one
        }
        if (done() && lock_) lock_.unlock();
    }

    void end_if_half() const {
        if (events_ == POLLOUT && !done()) socket_->end_sending();
    }

    void check_silence() {
        if (!done()) silence_.check();
    }

  private:
    SocketFrame(Rank peer, PartnerLink& link, Index bytes, short events)
        : peer_(peer), socket_(&link.socket()), header_{0, bytes}, bytes_(bytes), events_(events), silence_(link) {}

    [[nodiscard]] bool in_header() const { return at_ < sizeof header_; }
    [[nodiscard]] std::size_t left() const { return sizeof header_ + as_size(bytes_) - at_; }

    std::size_t send_part() {
        if (in_header()) return socket_->send_some(reinterpret_cast<std::byte const*>(&header_) + at_, sizeof header_ - at_);
        return socket_->send_some(out_ + (at_ - sizeof header_), left());
    }

    std::size_t receive_part() {
        if (!in_header()) return socket_->receive_some(in_ + (at_ - sizeof header_), left());
        return socket_->receive_some(reinterpret_cast<std::byte*>(&header_) + at_, sizeof header_ - at_);
    }

    void look_at_header() {
        if (header_.is(Notice::Alive))
            at_ = 0;
        else if (header_.notice != 0 || header_.bytes != bytes_)
            throw ChannelFailure("the other side of the channel sent something else than the data that was expected");
    }

    Rank peer_;
    Socket const* socket_;
    FrameHeader header_;
    Index bytes_; // bytes of data
    short events_;
    SilenceTimer silence_;
    std::unique_lock<std::mutex> lock_;
    std::byte const* out_ = nullptr;
    std::byte* in_ = nullptr;
    std::size_t at_ = 0;
};

/// The connections to all partners, whose names are added to failures.
class Partners {
  public:
    Partners(std::map<Rank, Socket> sockets, ChannelPeers peers, std::chrono::milliseconds timeout)
        : peers_(std::move(peers)), timeout_(timeout) {
        for (auto& [rank, socket] : sockets) {
            addresses_.emplace(rank, socket.peer());
            links_.try_emplace(rank, std::move(socket), timeout);
        }
    }

    Partners(Partners const&) = delete;
    Partners& operator=(Partners const&) = delete;
    ~Partners() {
        auto const deadline = Carrier::Clock::now() + timeout_;
        for (auto& [rank, link] : links_) link.leave(deadline);
    }

    [[nodiscard]] std::map<Rank, PartnerLink>& links() { return links_; }
    [[nodiscard]] int count() const { return static_cast<int>(links_.size()); }
    [[nodiscard]] PartnerLink& link(Rank partner) { return links_.at(partner); }
    [[nodiscard]] std::string text(Rank partner) const {
        return fmt::format("{} ({})", peers_.text(partner), addresses_.at(partner));
    }

    /// Runs `work` for a partner. A failure names the partner.
    template <class Work>
    auto with(Rank partner, Work const& work) {
        try {
            return work();
        } catch (ChannelFailure const& failure) {
            throw ChannelFailure(text(partner) + ": " + failure.what());
        }
    }

  private:
    ChannelPeers peers_;
    std::chrono::milliseconds timeout_;
    std::map<Rank, std::string> addresses_;
    std::map<Rank, PartnerLink> links_;
};

/// Ends the sending after an incomplete frame: the partner would take whatever followed for data.
class SentWholeOrLast {
  public:
    explicit SentWholeOrLast(std::vector<SocketFrame> const& frames) : frames_(frames) {}
    SentWholeOrLast(SentWholeOrLast const&) = delete;
    SentWholeOrLast& operator=(SentWholeOrLast const&) = delete;
    ~SentWholeOrLast() {
        for (SocketFrame const& frame : frames_) frame.end_if_half();
    }

  private:
    std::vector<SocketFrame> const& frames_;
};

/// Runs all frames to their ends, in any order in which they can proceed.
void run_frames(std::vector<SocketFrame>& frames, Partners& partners, std::chrono::milliseconds between_checks) {
    SentWholeOrLast const guard(frames);
    std::vector<pollfd> pollers(frames.size());
    for (;;) {
        for (SocketFrame& frame : frames) partners.with(frame.peer(), [&] { frame.go_on(); });
        std::ranges::transform(frames, pollers.begin(), &SocketFrame::poller);
        if (std::ranges::all_of(frames, &SocketFrame::done)) return;
        int const ready = poll(pollers.data(), pollers.size(), static_cast<int>(between_checks.count()));
        if (ready < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "poll");
        if (ready > 0) continue;
        for (SocketFrame& frame : frames) partners.with(frame.peer(), [&] { frame.check_silence(); });
    }
}

class SocketCarrier final : public Carrier {
  public:
    SocketCarrier(std::map<Rank, Socket> sockets, ChannelTerms const& terms, ChannelPeers peers, Rank number, RankLayouts layouts,
                  std::chrono::milliseconds timeout)
        : partners_(std::move(sockets), std::move(peers), timeout), plan_(terms.coupling.plan), number_(number),
          ranks_(static_cast<int>(terms.senders.size() + terms.receivers.size())), layouts_(std::move(layouts)),
          between_checks_(SilenceTimer::between_checks(timeout)), heartbeat_(partners_.links(), terms.heartbeat_interval) {}

    void post(Rank to, Way /*way*/, Notice notice) override {
        partners_.with(to, [&] { partners_.link(to).send({static_cast<std::int64_t>(notice), 0}); });
    }

    [[nodiscard]] std::optional<Notice> await(Rank from, Way /*way*/, Clock::time_point deadline) override {
        auto const header = partners_.with(from, [&] { return partners_.link(from).receive(deadline); });
        if (!header) return std::nullopt;
        bool const known = header->bytes == 0 && header->notice >= static_cast<std::int64_t>(Notice::Data) &&
                           header->notice <= static_cast<std::int64_t>(Notice::Seen);
        if (!known) throw ChannelFailure(partners_.text(from) + " sent data where it should not");
        return static_cast<Notice>(header->notice);
    }

    void prepare() override { work_.emplace(compiled()); }

    void move(void const* source, void* target) override {
        if (work_) return run(*work_, source, target);
        Work once = compiled();
        run(once, source, target);
    }

    [[nodiscard]] int connections() const override { return partners_.count(); }

  private:
    struct Work {
        RankMessages messages;
        std::vector<Index> send_offsets;
        std::vector<Index> receive_offsets;
        Buffer send_buffer;
        Buffer receive_buffer;
    };

    [[nodiscard]] Work compiled() const {
        Work work;
        work.messages = compile_messages(*plan_, number_, ranks_, layouts_);
        work.send_offsets = buffer_offsets(work.messages.sends);
        work.receive_offsets = buffer_offsets(work.messages.receives);
        work.send_buffer = Buffer(work.send_offsets.back());
        work.receive_buffer = Buffer(work.receive_offsets.back());
        return work;
    }

    void run(Work& work, void const* source, void* target) {
        std::array<void const*, 1> const sources{source};
        std::array<void*, 1> const targets{target};
        std::vector<SocketFrame> frames;
        for (std::size_t i = 0; i < work.messages.sends.size(); ++i) {
            PeerMessage const& message = work.messages.sends[i];
            std::byte* const buffer = work.send_buffer.data() + work.send_offsets[i];
            if (!message.in_place) pack(message, sources, buffer);
            std::byte const* const data =
                message.in_place ? static_cast<std::byte const*>(source) + message.in_place->offset : buffer;
            frames.push_back(SocketFrame::outgoing(message.peer, partners_.link(message.peer), data, message.bytes));
        }
        for (std::size_t i = 0; i < work.messages.receives.size(); ++i) {
            PeerMessage const& message = work.messages.receives[i];
            std::byte* const place = message.in_place ? static_cast<std::byte*>(target) + message.in_place->offset
                                                      : work.receive_buffer.data() + work.receive_offsets[i];
            frames.push_back(SocketFrame::incoming(message.peer, partners_.link(message.peer), place, message.bytes));
        }
        run_frames(frames, partners_, between_checks_);
        for (std::size_t i = 0; i < work.messages.receives.size(); ++i)
            if (PeerMessage const& message = work.messages.receives[i]; !message.in_place)
                unpack(message, work.receive_buffer.data() + work.receive_offsets[i], targets);
    }

    Partners partners_;
    std::shared_ptr<MultiPlan const> plan_;
    Rank number_;
    int ranks_;
    RankLayouts layouts_;
    std::chrono::milliseconds between_checks_;
    std::optional<Work> work_;
    Heartbeat heartbeat_; // destroyed before the connections that it uses
};

} // namespace

std::unique_ptr<Carrier> make_socket_carrier(std::map<Rank, Socket> partners, ChannelTerms const& terms, ChannelPeers peers,
                                             Rank number, RankLayouts layouts, std::chrono::milliseconds timeout) {
    return std::make_unique<SocketCarrier>(std::move(partners), terms, std::move(peers), number, std::move(layouts), timeout);
}

} // namespace tessera
