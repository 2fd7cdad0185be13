// SPDX-License-Identifier: BSD-3-Clause
// Tessera: sends and receives with requests made once and started in every execution.
#include "libcore/runtime/move/exchange/message_requests.hpp"

#include "libcore/runtime/mpi/datatype.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <cassert>
#include <mpi.h>
#include <vector>

namespace tessera {

namespace {

class PersistentRequests final : public MessageRequests {
  public:
    PersistentRequests(Communicator const& comm, RankMessages const& messages, Index most_bytes_per_count, int tag)
        : comm_(comm), messages_(messages), tag_(tag), sends_(messages.sends.size()),
          requests_(messages.sends.size() + messages.receives.size(), MPI_REQUEST_NULL), places_(requests_.size(), nullptr) {
        for (PeerMessage const& send : messages.sends) blocks_.push_back(send.block(most_bytes_per_count));
        for (PeerMessage const& receive : messages.receives) blocks_.push_back(receive.block(most_bytes_per_count));
    }
    PersistentRequests(PersistentRequests const&) = delete;
    PersistentRequests& operator=(PersistentRequests const&) = delete;
    ~PersistentRequests() override {
        if (!mpi_is_active()) return;
        for (MPI_Request& request : requests_)
            if (request != MPI_REQUEST_NULL) MPI_Request_free(&request);
    }

    void start_receive(std::size_t number, std::byte* place) override {
        std::size_t const at = sends_ + number;
        if (stands_for(at, place)) return start(at);
        check_mpi(MPI_Recv_init(place, blocks_[at].count(), blocks_[at].type(), messages_.receives[number].peer, tag_,
                                comm_.handle(), &requests_[at]),
                  "MPI_Recv_init");
        start(at);
    }
    void start_send(std::size_t number, std::byte const* place) override {
        if (stands_for(number, place)) return start(number);
        check_mpi(MPI_Send_init(place, blocks_[number].count(), blocks_[number].type(), messages_.sends[number].peer, tag_,
                                comm_.handle(), &requests_[number]),
                  "MPI_Send_init");
        start(number);
    }
    [[nodiscard]] std::optional<Ended> test_any() override {
        int index = MPI_UNDEFINED;
        int complete = 0;
        check_mpi(MPI_Testany(narrow<int>(requests_.size()), requests_.data(), &index, &complete, MPI_STATUS_IGNORE),
                  "MPI_Testany");
        if (complete == 0 || index == MPI_UNDEFINED) return std::nullopt;
        return message_of(index);
    }
    [[nodiscard]] Ended wait_any() override {
        int index = MPI_UNDEFINED;
        check_mpi(MPI_Waitany(narrow<int>(requests_.size()), requests_.data(), &index, MPI_STATUS_IGNORE), "MPI_Waitany");
        assert(index != MPI_UNDEFINED);
        return message_of(index);
    }
    void wait_all() override {
        check_mpi(MPI_Waitall(narrow<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
    }

  private:
    /// Returns whether the request was made for this address. Frees a request for another address.
    bool stands_for(std::size_t at, std::byte const* place) {
        if (requests_[at] != MPI_REQUEST_NULL && places_[at] == place) return true;
        if (requests_[at] != MPI_REQUEST_NULL) check_mpi(MPI_Request_free(&requests_[at]), "MPI_Request_free");
        places_[at] = place;
        return false;
    }
    void start(std::size_t at) { check_mpi(MPI_Start(&requests_[at]), "MPI_Start"); }
    [[nodiscard]] Ended message_of(int index) const {
        auto const at = as_size(index);
        return at < sends_ ? Ended{true, at} : Ended{false, at - sends_};
    }

    Communicator const& comm_;
    RankMessages const& messages_;
    int tag_;
    std::size_t sends_;
    std::vector<ByteBlock> blocks_; // of the sends, then of the receives; also the order of the next two members
    std::vector<MPI_Request> requests_;
    std::vector<std::byte const*> places_;
};

} // namespace

std::unique_ptr<MessageRequests> make_persistent_requests(Communicator const& comm, RankMessages const& messages,
                                                          Index most_bytes_per_count, int tag) {
    return std::make_unique<PersistentRequests>(comm, messages, most_bytes_per_count, tag);
}

} // namespace tessera
