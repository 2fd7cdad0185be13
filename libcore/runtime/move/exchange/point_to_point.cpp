// SPDX-License-Identifier: BSD-3-Clause
// Tessera: messages as non-blocking sends and receives.
#include "libcore/runtime/move/exchange/exchange.hpp"

#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/mpi/datatype.hpp"
#include "libcore/runtime/mpi/request_set.hpp"

#include <functional>
#include <vector>

namespace tessera {

namespace {

class PointToPoint final : public Exchange {
  public:
    PointToPoint(Comm const& comm, RankMessages const& messages, RedistributorOptions const& options)
        : comm_(comm), messages_(messages), async_(options.receive == Receive::Async), progress_(options.progress),
          send_offsets_(buffer_offsets(messages.sends)), receive_offsets_(buffer_offsets(messages.receives)),
          send_buffer_(send_offsets_.back()), receive_buffer_(receive_offsets_.back()) {
        for (PeerMessage const& send : messages.sends) send_blocks_.emplace_back(send.bytes, options.most_bytes_per_count);
        for (PeerMessage const& receive : messages.receives)
            receive_blocks_.emplace_back(receive.bytes, options.most_bytes_per_count);
    }

    void run(SourcePointers sources, TargetPointers targets) override {
        RequestSet receives = start_receives(targets);
        RequestSet sends;
        for (std::size_t i = 0; i < messages_.sends.size(); ++i) {
            start_send(sends, i, sources);
            if (async_) unpack_what_arrived(receives, targets);
        }
        messages_.copy_kept(sources, targets);
        report(messages_.kept_bytes());
        if (!async_) receives.wait_all();
        finish_receives(receives, targets);
        sends.wait_all();
    }

    [[nodiscard]] Index buffer_bytes() const override { return send_buffer_.size() + receive_buffer_.size(); }

  private:
    RequestSet start_receives(TargetPointers targets) {
        RequestSet receives;
        for (std::size_t i = 0; i < messages_.receives.size(); ++i) {
            PeerMessage const& message = messages_.receives[i];
            std::byte* const place = message.in_place
                                         ? static_cast<std::byte*>(targets[message.in_place->plan]) + message.in_place->offset
                                         : receive_buffer_.data() + receive_offsets_[i];
            receives.receive(comm_, message.peer, place, receive_blocks_[i]);
        }
        return receives;
    }

    void start_send(RequestSet& sends, std::size_t i, SourcePointers sources) {
        PeerMessage const& message = messages_.sends[i];
        if (message.in_place) {
            auto const* const source = static_cast<std::byte const*>(sources[message.in_place->plan]);
            sends.send(comm_, message.peer, source + message.in_place->offset, send_blocks_[i]);
            return;
        }
        std::byte* const buffer = send_buffer_.data() + send_offsets_[i];
        pack(message, sources, buffer);
        sends.send(comm_, message.peer, buffer, send_blocks_[i]);
    }

    void unpack_what_arrived(RequestSet& receives, TargetPointers targets) {
        while (auto const arrived = receives.test_any()) deliver(*arrived, targets);
    }

    void finish_receives(RequestSet& receives, TargetPointers targets) {
        if (async_) {
            while (auto const arrived = receives.wait_any()) deliver(*arrived, targets);
        } else {
            for (std::size_t i = 0; i < messages_.receives.size(); ++i) deliver(i, targets);
        }
    }

    void deliver(std::size_t i, TargetPointers targets) {
        PeerMessage const& message = messages_.receives[i];
        if (!message.in_place) unpack(message, receive_buffer_.data() + receive_offsets_[i], targets);
        report(message.bytes);
    }

    void report(Index bytes) const {
        if (progress_) progress_(bytes);
    }

    Comm const& comm_;
    RankMessages const& messages_;
    bool async_;
    std::function<void(Index)> progress_;
    std::vector<Index> send_offsets_;
    std::vector<Index> receive_offsets_;
    Buffer send_buffer_;
    Buffer receive_buffer_;
    std::vector<ByteBlock> send_blocks_;
    std::vector<ByteBlock> receive_blocks_;
};

} // namespace

std::unique_ptr<Exchange> make_point_to_point(Comm const& comm, RankMessages const& messages, RedistributorOptions const& options) {
    return std::make_unique<PointToPoint>(comm, messages, options);
}

} // namespace tessera
