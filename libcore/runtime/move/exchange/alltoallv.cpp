// SPDX-License-Identifier: BSD-3-Clause
// Tessera: exchanges messages by one collective call on packed buffers.
#include "libcore/runtime/move/exchange/exchange.hpp"

#include "libcore/runtime/memory/buffer_pool.hpp"
#include "libcore/runtime/mpi/datatype.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <algorithm>
#include <cassert>
#include <functional>
#include <mpi.h>
#include <optional>
#include <vector>

namespace tessera {

namespace {

/// One direction of the call: a buffer, and a count and a displacement per rank.
struct Side {
    Side(std::span<PeerMessage const> messages, int ranks) : counts(as_size(ranks), 0), displacements(as_size(ranks), 0) {
        Index bytes = 0;
        for (PeerMessage const& message : messages) {
            auto const peer = as_size(message.peer);
            counts[peer] = message.bytes;
            displacements[peer] = bytes;
            bytes += message.bytes;
        }
        buffer = PooledBuffer(bytes);
    }

    [[nodiscard]] std::byte* place(PeerMessage const& message) { return buffer.data() + displacements[as_size(message.peer)]; }

    std::vector<Index> counts;
    std::vector<Index> displacements;
    PooledBuffer buffer;
};

std::vector<int> narrowed(std::vector<Index> const& numbers) {
    std::vector<int> result;
    for (Index const number : numbers) result.push_back(narrow<int>(number));
    return result;
}

/// MPI_Alltoallv, for counts and displacements that are all ints.
class SmallCall {
  public:
    SmallCall(Side const& send, Side const& receive)
        : send_counts_(narrowed(send.counts)), send_displacements_(narrowed(send.displacements)),
          receive_counts_(narrowed(receive.counts)), receive_displacements_(narrowed(receive.displacements)) {}

    void operator()(Communicator const& comm, std::byte const* send, std::byte* receive) const {
        check_mpi(MPI_Alltoallv(send, send_counts_.data(), send_displacements_.data(), MPI_BYTE, receive, receive_counts_.data(),
                                receive_displacements_.data(), MPI_BYTE, comm.handle()),
                  "MPI_Alltoallv");
    }

  private:
    std::vector<int> send_counts_;
    std::vector<int> send_displacements_;
    std::vector<int> receive_counts_;
    std::vector<int> receive_displacements_;
};

/// MPI_Alltoallw with one datatype per partner; the datatype contains count and displacement.
class LargeCall {
  public:
    LargeCall(Side const& send, Side const& receive, Index most_per_count)
        : zeros_(send.counts.size(), 0), send_(types(send, most_per_count)), receive_(types(receive, most_per_count)) {}

    void operator()(Communicator const& comm, std::byte const* send, std::byte* receive) const {
        check_mpi(MPI_Alltoallw(send, send_.counts.data(), zeros_.data(), send_.handles.data(), receive, receive_.counts.data(),
                                zeros_.data(), receive_.handles.data(), comm.handle()),
                  "MPI_Alltoallw");
    }

  private:
    struct Types {
        std::vector<Datatype> owned;
        std::vector<MPI_Datatype> handles;
        std::vector<int> counts;
    };
    static Types types(Side const& side, Index most_per_count) {
        Types result;
        for (std::size_t rank = 0; rank < side.counts.size(); ++rank) {
            if (side.counts[rank] == 0) {
                result.handles.push_back(MPI_BYTE);
                result.counts.push_back(0);
                continue;
            }
            result.owned.push_back(Datatype::bytes_at(side.displacements[rank], side.counts[rank], most_per_count));
            result.handles.push_back(result.owned.back().handle());
            result.counts.push_back(1);
        }
        return result;
    }

    std::vector<int> zeros_;
    Types send_;
    Types receive_;
};

class Alltoallv final : public Exchange {
  public:
    explicit Alltoallv(ExchangeInput const& input)
        : comm_(input.comm()), messages_(input.messages), progress_(input.options.progress), send_(messages_.sends, comm_.size()),
          receive_(messages_.receives, comm_.size()) {
        Index const largest = all_max(comm_, std::max(send_.buffer.size(), receive_.buffer.size()));
        if (largest > input.options.most_bytes_per_count) {
            large_.emplace(send_, receive_, input.options.most_bytes_per_count);
        } else {
            small_.emplace(send_, receive_);
        }
    }

    void end(SourcePointers sources, TargetPointers targets, SharedSources) override {
        for (PeerMessage const& message : messages_.sends) pack(message, sources, send_.place(message));
        if (large_) {
            (*large_)(comm_, send_.buffer.data(), receive_.buffer.data());
        } else {
            (*small_)(comm_, send_.buffer.data(), receive_.buffer.data());
        }
        messages_.copy_kept(sources, targets);
        for (PeerMessage const& message : messages_.receives) unpack(message, receive_.place(message), targets);
        if (progress_) progress_(messages_.kept_bytes() + receive_.buffer.size());
    }

    [[nodiscard]] Index buffer_bytes() const override { return send_.buffer.size() + receive_.buffer.size(); }

  private:
    Communicator const& comm_;
    RankMessages const& messages_;
    std::function<void(Index)> progress_;
    Side send_;
    Side receive_;
    std::optional<SmallCall> small_; // exactly one of the two is set
    std::optional<LargeCall> large_;
};

} // namespace

std::unique_ptr<Exchange> make_alltoallv(ExchangeInput const& input) {
    return std::make_unique<Alltoallv>(input);
}

} // namespace tessera
