// SPDX-License-Identifier: BSD-3-Clause
// Tessera: collects a region from the ranks of an array, or updates it.
#include "libcore/runtime/comm/region/region_exchange.hpp"

#include "libcore/base/try.hpp"
#include "libcore/runtime/comm/collectives/mpi_collectives.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/copy/message_programs.hpp"
#include "libcore/runtime/move/exchange/message_requests.hpp"
#include "libcore/runtime/move/exchange/pairwise.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <array>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace tessera {

struct RegionExchange::State {
    explicit State(Communicator own) : comm(std::move(own)) {}

    Communicator comm;
    RankMessages messages;
    std::optional<PairwiseExchange> exchange;

    // For a broadcast:
    std::optional<Rank> root;
    PeerMessage packed;   // used by the root
    PeerMessage unpacked; // used by all ranks that hold a copy
    Buffer buffer;
};

namespace {

/// This rank's two layouts, if it has them.
struct RegionEnds {
    std::optional<LocalLayout> source;
    std::optional<LocalLayout> target;

    RegionEnds(RedistPlan const& plan, Rank rank)
        : source(layout_of(plan.source(), rank)), target(layout_of(plan.target(), rank)) {}

    static std::optional<LocalLayout> layout_of(Mapping const& mapping, Rank rank) {
        auto const position = mapping.grid().position(rank);
        return position ? std::optional(LocalLayout(mapping, *position)) : std::nullopt;
    }
};

/// Returns one side of a message, box after box in memory order.
PeerMessage packing(RedistPlan const& plan, std::vector<BoxSet> const& boxes, Rank peer, LocalLayout const& layout, bool sends) {
    PeerMessage message;
    message.peer = peer;
    for (BoxSet const& box : boxes) {
        CopyProgram copy = sends ? pack_program(plan, box, layout) : unpack_program(plan, box, layout);
        Index const bytes = copy.bytes();
        message.parts.push_back({0, message.bytes, std::move(copy)});
        message.bytes += bytes;
    }
    return message;
}

RankMessages messages_of(RegionPlan const& plan, Rank rank, int ranks) {
    RegionEnds const ends(plan.whole(), rank);
    RankMessages messages;
    for (RegionMessage const& message : plan.sends(rank)) {
        if (message.to != rank) {
            messages.sends.push_back(packing(plan.whole(), message.boxes, message.to, *ends.source, true));
            continue;
        }
        for (BoxSet const& box : message.boxes)
            messages.kept.push_back({0, direct_program(plan.whole(), box, *ends.source, *ends.target)});
    }
    for (RegionMessage const& message : plan.receives(rank))
        if (message.from != rank)
            messages.receives.push_back(packing(plan.whole(), message.boxes, message.from, *ends.target, false));
    arrange(messages, rank, ranks);
    return messages;
}

} // namespace

Result<RegionExchange> RegionExchange::make(RegionPlan const& plan, MPI_Comm comm) {
    auto state = std::make_unique<State>(Communicator::duplicate(comm));
    Communicator const& own = state->comm;
    for (Mapping const* mapping : {&plan.whole().source(), &plan.whole().target()}) TRY(check_ranks(*mapping, own.size()));
    all_or_none(own, [&] {
        state->root = plan.broadcast_root();
        if (state->root) {
            RegionEnds const ends(plan.whole(), own.rank());
            Index const bytes = plan.elements() * plan.whole().source().array().type.bytes;
            if (ends.source) state->packed = packing(plan.whole(), plan.boxes(), own.rank(), *ends.source, true);
            if (ends.target) state->unpacked = packing(plan.whole(), plan.boxes(), own.rank(), *ends.target, false);
            state->buffer = Buffer(bytes);
            return;
        }
        state->messages = messages_of(plan, own.rank(), own.size());
        state->exchange.emplace(state->messages, make_persistent_requests(own, state->messages, std::numeric_limits<int>::max(), 0),
                                Receive::Async, nullptr);
    });
    return RegionExchange(std::move(state));
}

RegionExchange::RegionExchange(std::unique_ptr<State> state) : state_(std::move(state)) {}
RegionExchange::RegionExchange(RegionExchange&&) noexcept = default;
RegionExchange& RegionExchange::operator=(RegionExchange&&) noexcept = default;
RegionExchange::~RegionExchange() = default;

void RegionExchange::run(void const* source, void* target) {
    std::array<void const*, 1> const sources{source};
    std::array<void*, 1> const targets{target};
    if (state_->root) {
        pack(state_->packed, sources, state_->buffer.data());
        mpi_broadcast(state_->comm, *state_->root, state_->buffer.data(), state_->buffer.size());
        unpack(state_->unpacked, state_->buffer.data(), targets);
        return;
    }
    state_->exchange->begin(sources, targets);
    state_->messages.copy_kept(sources, targets);
    state_->exchange->finish(sources, targets);
}

} // namespace tessera
