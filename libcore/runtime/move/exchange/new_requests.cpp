// SPDX-License-Identifier: BSD-3-Clause
// Tessera: sends and receives with a new request for each execution.
#include "libcore/runtime/move/exchange/message_requests.hpp"

#include "libcore/runtime/mpi/datatype.hpp"
#include "libcore/runtime/mpi/request_set.hpp"

#include <vector>

namespace tessera {

namespace {

class NewRequests final : public MessageRequests {
  public:
    NewRequests(Communicator const& comm, RankMessages const& messages, Index most_bytes_per_count, int tag)
        : comm_(comm), messages_(messages), tag_(tag) {
        for (PeerMessage const& send : messages.sends) send_blocks_.push_back(send.block(most_bytes_per_count));
        for (PeerMessage const& receive : messages.receives) receive_blocks_.push_back(receive.block(most_bytes_per_count));
    }

    void start_receive(std::size_t number, std::byte* place) override {
        remember(requests_.receive(comm_, messages_.receives[number].peer, place, receive_blocks_[number], tag_), {false, number});
    }
    void start_send(std::size_t number, std::byte const* place) override {
        remember(requests_.send(comm_, messages_.sends[number].peer, place, send_blocks_[number], tag_), {true, number});
    }
    [[nodiscard]] std::optional<Ended> test_any() override {
        auto const request = requests_.test_any();
        return request ? std::optional(messages_of_requests_[*request]) : std::nullopt;
    }
    [[nodiscard]] Ended wait_any() override { return messages_of_requests_[requests_.wait_any().value()]; }
    void wait_all() override { requests_.wait_all(); }

  private:
    void remember(std::size_t request, Ended message) {
        if (request >= messages_of_requests_.size()) messages_of_requests_.resize(request + 1);
        messages_of_requests_[request] = message;
    }

    Communicator const& comm_;
    RankMessages const& messages_;
    int tag_;
    std::vector<ByteBlock> send_blocks_;
    std::vector<ByteBlock> receive_blocks_;
    RequestSet requests_;
    std::vector<Ended> messages_of_requests_; // by request number
};

} // namespace

std::unique_ptr<MessageRequests> make_new_requests(Communicator const& comm, RankMessages const& messages,
                                                   Index most_bytes_per_count, int tag) {
    return std::make_unique<NewRequests>(comm, messages, most_bytes_per_count, tag);
}

} // namespace tessera
