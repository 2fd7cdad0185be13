// SPDX-License-Identifier: BSD-3-Clause
// Tessera: exchanges messages by one collective call, directly between arrays; messages with updates use a buffer.
#include "libcore/runtime/memory/buffer_pool.hpp"
#include "libcore/runtime/move/exchange/exchange.hpp"
#include "libcore/runtime/move/exchange/message_types.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"

#include <algorithm>
#include <functional>
#include <mpi.h>
#include <vector>

namespace tessera {

namespace {

/// All messages of one direction. Each partner has a list of parts, each with its array. Each rank has one datatype over all
/// memory.
class TypedSide {
  public:
    explicit TypedSide(int ranks) : counts_(as_size(ranks), 0), zeros_(as_size(ranks), 0), handles_(as_size(ranks), MPI_BYTE) {}

    void add(Rank peer, std::size_t plan, Datatype type) {
        if (messages_.empty() || messages_.back().peer != peer) messages_.push_back({peer, {}, {}, {}});
        messages_.back().plans.push_back(plan);
        messages_.back().parts.push_back(std::move(type));
        counts_[as_size(peer)] = 1;
    }

    /// Sets the start addresses of the arrays, followed by the buffer's, if any. Rebuilds the datatypes if an address has
    /// changed.
    template <class Pointers>
    void place(Pointers pointers, void const* buffer) {
        std::vector<void const*> begins(pointers.begin(), pointers.end());
        begins.push_back(buffer);
        if (begins == begins_) return;
        begins_ = std::move(begins);
        for (Typed& message : messages_) {
            message.whole = over_memory(message);
            handles_[as_size(message.peer)] = message.whole.handle();
        }
    }

    [[nodiscard]] int const* counts() const { return counts_.data(); }
    [[nodiscard]] int const* zeros() const { return zeros_.data(); }
    [[nodiscard]] MPI_Datatype const* handles() const { return handles_.data(); }

  private:
    struct Typed {
        Rank peer;
        std::vector<std::size_t> plans;
        std::vector<Datatype> parts;
        Datatype whole; // with absolute addresses
    };

    [[nodiscard]] Datatype over_memory(Typed const& message) const {
        std::vector<int> const ones(message.parts.size(), 1);
        std::vector<MPI_Aint> addresses;
        std::vector<MPI_Datatype> handles;
        for (std::size_t i = 0; i < message.parts.size(); ++i) {
            MPI_Aint address = 0;
            check_mpi(MPI_Get_address(begins_[message.plans[i]], &address), "MPI_Get_address");
            addresses.push_back(address);
            handles.push_back(message.parts[i].handle());
        }
        MPI_Datatype type = MPI_DATATYPE_NULL;
        check_mpi(MPI_Type_create_struct(static_cast<int>(ones.size()), ones.data(), addresses.data(), handles.data(), &type),
                  "MPI_Type_create_struct");
        Datatype whole(type);
        check_mpi(MPI_Type_commit(&type), "MPI_Type_commit");
        return whole;
    }

    std::vector<Typed> messages_;
    std::vector<void const*> begins_;
    std::vector<int> counts_;
    std::vector<int> zeros_;
    std::vector<MPI_Datatype> handles_;
};

class Alltoallw final : public Exchange {
  public:
    explicit Alltoallw(ExchangeInput const& input)
        : comm_(input.comm()), messages_(input.messages), progress_(input.options.progress), send_(comm_.size()),
          receive_(comm_.size()) {
        Rank const rank = comm_.rank();
        auto const plans = input.plan.plans();
        for (MultiMessage const& message : input.plan.sends(rank))
            for (MultiMessage::Part const& part : message.parts)
                if (message.to != rank)
                    send_.add(message.to, as_size(part.plan),
                              send_type(plans[as_size(part.plan)], part.message, *input.layouts.sources[as_size(part.plan)]));
        for (MultiMessage const& message : input.plan.receives(rank)) {
            if (message.from == rank || is_updated(message, input.updaters)) continue;
            for (MultiMessage::Part const& part : message.parts)
                receive_.add(message.from, as_size(part.plan),
                             receive_type(plans[as_size(part.plan)], part.message, *input.layouts.targets[as_size(part.plan)]));
        }
        receive_into_buffer(input);
    }

    void end(SourcePointers sources, TargetPointers targets, SharedSources) override {
        send_.place(sources, nullptr);
        receive_.place(targets, buffer_.data());
        check_mpi(MPI_Alltoallw(MPI_BOTTOM, send_.counts(), send_.zeros(), send_.handles(), MPI_BOTTOM, receive_.counts(),
                                receive_.zeros(), receive_.handles(), comm_.handle()),
                  "MPI_Alltoallw");
        messages_.copy_kept(sources, targets);
        for (Buffered const& each : buffered_) unpack(*each.message, buffer_.data() + each.offset, targets);
        if (progress_) progress_(messages_.kept_bytes() + received_bytes());
    }

    [[nodiscard]] Index buffer_bytes() const override { return buffer_.size(); }

  private:
    /// A message with elements that must be updated after arrival.
    struct Buffered {
        PeerMessage const* message;
        Index offset;
    };

    template <class Parts>
    [[nodiscard]] static bool is_updated(Parts const& message, Updaters const& updaters) {
        return std::ranges::any_of(
            message.parts, [&](auto const& part) { return updater_of(updaters, static_cast<std::size_t>(part.plan)) != nullptr; });
    }

    void receive_into_buffer(ExchangeInput const& input) {
        Index bytes = 0;
        for (PeerMessage const& message : messages_.receives) {
            if (!is_updated(message, input.updaters)) continue;
            receive_.add(message.peer, input.plan.plans().size(),
                         Datatype::bytes_at(bytes, message.bytes, input.options.most_bytes_per_count));
            buffered_.push_back({&message, bytes});
            bytes += message.bytes;
        }
        buffer_ = PooledBuffer(bytes);
    }

    [[nodiscard]] Index received_bytes() const {
        Index bytes = 0;
        for (PeerMessage const& message : messages_.receives) bytes += message.bytes;
        return bytes;
    }

    Communicator const& comm_;
    RankMessages const& messages_;
    std::function<void(Index)> progress_;
    TypedSide send_;
    TypedSide receive_;
    std::vector<Buffered> buffered_;
    PooledBuffer buffer_;
};

} // namespace

std::unique_ptr<Exchange> make_alltoallw(ExchangeInput const& input) {
    return std::make_unique<Alltoallw>(input);
}

} // namespace tessera
