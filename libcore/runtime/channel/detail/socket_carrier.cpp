// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the transfers of a channel over sockets, between jobs that share no communicator.
#include "libcore/runtime/channel/detail/socket_carrier.hpp"

#include "libcore/runtime/channel/channel_failure.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/exchange/rank_messages.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <poll.h>
#include <system_error>
#include <utility>
#include <vector>

namespace tessera {

namespace {

/// What stands before everything that is sent: a notice, or 0 and then so many bytes of data.
struct FrameHeader {
    std::int64_t notice = 0;
    std::int64_t bytes = 0;
};

/// A header and data on their way through one socket, in either direction.
class SocketFrame {
  public:
    static SocketFrame outgoing(Rank peer, Socket const& socket, std::byte const* data, Index bytes) {
        SocketFrame frame(peer, socket, {0, bytes}, POLLOUT);
        frame.out_ = data;
        return frame;
    }
    static SocketFrame incoming(Rank peer, Socket const& socket, std::byte* data, Index bytes) {
        SocketFrame frame(peer, socket, {0, bytes}, POLLIN);
        frame.in_ = data;
        return frame;
    }

    [[nodiscard]] pollfd poller() const { return {done() ? -1 : socket_->descriptor(), events_, 0}; }
    [[nodiscard]] Rank peer() const { return peer_; }
    [[nodiscard]] bool done() const { return at_ == as_size(header_.bytes) + sizeof header_; }

    /// What goes without waiting.
    void go_on() {
        std::size_t moved = 1;
        while (!done() && moved > 0) {
            moved = events_ == POLLOUT ? send_part() : receive_part();
            at_ += moved;
        }
    }

  private:
    SocketFrame(Rank peer, Socket const& socket, FrameHeader header, short events)
        : peer_(peer), socket_(&socket), header_(header), expected_(header.bytes), events_(events) {}

    [[nodiscard]] bool in_header() const { return at_ < sizeof header_; }
    [[nodiscard]] std::size_t left() const { return sizeof header_ + as_size(header_.bytes) - at_; }

    std::size_t send_part() {
        if (in_header()) return socket_->send_some(reinterpret_cast<std::byte const*>(&header_) + at_, sizeof header_ - at_);
        return socket_->send_some(out_ + (at_ - sizeof header_), left());
    }

    std::size_t receive_part() {
        if (!in_header()) return socket_->receive_some(in_ + (at_ - sizeof header_), left());
        std::size_t const got = socket_->receive_some(reinterpret_cast<std::byte*>(&header_) + at_, sizeof header_ - at_);
        if (at_ + got == sizeof header_ && (header_.notice != 0 || header_.bytes != expected_))
            throw ChannelFailure("the other side of the channel sent something else than the data that was expected");
        return got;
    }

    Rank peer_;
    Socket const* socket_;
    FrameHeader header_;
    Index expected_;
    short events_;
    std::byte const* out_ = nullptr;
    std::byte* in_ = nullptr;
    std::size_t at_ = 0;
};

/// Does `work` with a partner; a failure says which.
template <class Work>
auto with_partner(ChannelPeers const& peers, Rank partner, Work const& work) {
    try {
        return work();
    } catch (ChannelFailure const& failure) {
        throw ChannelFailure(peers.text(partner) + ": " + failure.what());
    }
}

/// All frames to their ends, whichever can go on first.
void run_frames(std::vector<SocketFrame>& frames, ChannelPeers const& peers) {
    std::vector<pollfd> pollers(frames.size());
    for (;;) {
        for (SocketFrame& frame : frames) with_partner(peers, frame.peer(), [&] { frame.go_on(); });
        std::ranges::transform(frames, pollers.begin(), &SocketFrame::poller);
        if (std::ranges::all_of(frames, &SocketFrame::done)) return;
        if (poll(pollers.data(), pollers.size(), -1) < 0 && errno != EINTR)
            throw std::system_error(errno, std::generic_category(), "poll");
    }
}

class SocketCarrier final : public Carrier {
  public:
    SocketCarrier(std::map<Rank, Socket> partners, ChannelTerms const& terms, ChannelPeers peers, Rank number, RankLayouts layouts)
        : partners_(std::move(partners)), peers_(std::move(peers)), plan_(terms.coupling.plan), number_(number),
          ranks_(static_cast<int>(terms.senders.size() + terms.receivers.size())), layouts_(std::move(layouts)) {}

    void post(Rank to, Way /*way*/, Notice notice) override {
        FrameHeader const header{static_cast<std::int64_t>(notice), 0};
        static_cast<void>(with_partner(peers_, to, [&] { return partners_.at(to).send_all(&header, sizeof header, no_deadline); }));
    }

    [[nodiscard]] std::optional<Notice> await(Rank from, Way /*way*/, Clock::time_point deadline) override {
        FrameHeader header;
        auto const receive = [&] { return partners_.at(from).receive_all(&header, sizeof header, deadline); };
        if (!with_partner(peers_, from, receive)) return std::nullopt;
        bool const known = header.bytes == 0 && header.notice >= static_cast<std::int64_t>(Notice::Data) &&
                           header.notice <= static_cast<std::int64_t>(Notice::Seen);
        if (!known) throw ChannelFailure(peers_.text(from) + " sent data where it should not");
        return static_cast<Notice>(header.notice);
    }

    void prepare() override { work_.emplace(compiled()); }

    void move(void const* source, void* target) override {
        if (work_) return run(*work_, source, target);
        Work once = compiled();
        run(once, source, target);
    }

    [[nodiscard]] int connections() const override { return static_cast<int>(partners_.size()); }

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

    void run(Work& work, void const* source, void* target) const {
        std::array<void const*, 1> const sources{source};
        std::array<void*, 1> const targets{target};
        std::vector<SocketFrame> frames;
        for (std::size_t i = 0; i < work.messages.sends.size(); ++i) {
            PeerMessage const& message = work.messages.sends[i];
            std::byte* const buffer = work.send_buffer.data() + work.send_offsets[i];
            if (!message.in_place) pack(message, sources, buffer);
            std::byte const* const data =
                message.in_place ? static_cast<std::byte const*>(source) + message.in_place->offset : buffer;
            frames.push_back(SocketFrame::outgoing(message.peer, partners_.at(message.peer), data, message.bytes));
        }
        for (std::size_t i = 0; i < work.messages.receives.size(); ++i) {
            PeerMessage const& message = work.messages.receives[i];
            std::byte* const place = message.in_place ? static_cast<std::byte*>(target) + message.in_place->offset
                                                      : work.receive_buffer.data() + work.receive_offsets[i];
            frames.push_back(SocketFrame::incoming(message.peer, partners_.at(message.peer), place, message.bytes));
        }
        run_frames(frames, peers_);
        for (std::size_t i = 0; i < work.messages.receives.size(); ++i)
            if (PeerMessage const& message = work.messages.receives[i]; !message.in_place)
                unpack(message, work.receive_buffer.data() + work.receive_offsets[i], targets);
    }

    std::map<Rank, Socket> partners_;
    ChannelPeers peers_;
    std::shared_ptr<MultiPlan const> plan_;
    Rank number_;
    int ranks_;
    RankLayouts layouts_;
    std::optional<Work> work_;
};

} // namespace

std::unique_ptr<Carrier> make_socket_carrier(std::map<Rank, Socket> partners, ChannelTerms const& terms, ChannelPeers peers,
                                             Rank number, RankLayouts layouts) {
    return std::make_unique<SocketCarrier>(std::move(partners), terms, std::move(peers), number, std::move(layouts));
}

} // namespace tessera
