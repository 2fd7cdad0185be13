// SPDX-License-Identifier: BSD-3-Clause
// Tessera: fills the halos of arrays repeatedly.
#include "libcore/runtime/comm/halo/halo_exchange.hpp"

#include "libcore/base/require.hpp"
#include "libcore/base/try.hpp"
#include "libcore/runtime/comm/active/active_exchange.hpp"
#include "libcore/runtime/comm/halo/active_halos.hpp"
#include "libcore/runtime/comm/halo/halo_messages.hpp"
#include "libcore/runtime/move/exchange/pairwise.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <utility>

namespace tessera {

struct HaloExchange::State {
    State(Communicator own, HaloDirection asked) : comm(std::move(own)), way(asked) {}

    Communicator comm;
    HaloDirection way;
    std::vector<PlacedHalo> halos;
    RankMessages messages;
    std::optional<PairwiseExchange> exchange;
    std::unique_ptr<ActiveExchange> active; // made at the first exchange with contexts
    std::vector<SendCombiner> puts;         // for `active`, by array
    bool runs_active = false;               // the exchange in progress is the one with contexts
    TraceRecorder* trace = nullptr;
    std::vector<void*> targets; // of the exchange in progress
    std::vector<void const*> sources;

    /// Makes `active` if missing. Collective.
    void make_active();
};

namespace {

/// Returns the array with its layout. A rank that takes no part has the layout of a position without elements.
PlacedHalo placed(HaloArray const& array, Rank rank) {
    if (array.layout) return {array.plan, *array.layout};
    Mapping const& mapping = array.plan.mapping();
    auto const position = mapping.grid().position(rank);
    return {array.plan, position ? HaloLayout(array.plan, *position) : HaloLayout::none(array.plan)};
}

/// Returns updaters that add arriving elements, one per array.
Result<Updaters> adders_of(std::span<HaloArray const> arrays) {
    Updaters adders;
    for (HaloArray const& array : arrays) {
        ArraySpec const& spec = array.plan.mapping().array();
        auto sum = ElementArithmetic::make(spec.type, spec.type, {.alpha = 1, .beta = 1});
        if (!sum) return fail(spec.name + ": " + sum.error().message);
        adders.push_back(std::make_shared<BlockUpdater const>(*std::move(sum)));
    }
    return adders;
}

} // namespace

void HaloExchange::State::make_active() {
    if (active) return;
    for (PlacedHalo const& halo : halos) {
        SendCombiner const adds =
            way == HaloDirection::Add ? Combiner::make(ReduceOp::Sum, halo.plan.mapping().array().type).value() : SendCombiner();
        puts.push_back(adds);
    }
    all_or_none(comm, [&] { active = std::make_unique<ActiveExchange>(comm, active_halos(halos, comm.rank(), way)); });
}

Result<HaloExchange> HaloExchange::make(std::span<HaloArray const> arrays, MPI_Comm comm, HaloDirection way) {
    bool const adds = way == HaloDirection::Add;
    auto const adders = TRY(adds ? adders_of(arrays) : Result<Updaters>(Updaters{}));
    auto state = std::make_unique<State>(Communicator::duplicate(comm), way);
    Communicator const& own = state->comm;
    for (HaloArray const& array : arrays) TRY(check_ranks(array.plan.mapping(), own.size()));
    all_or_none(own, [&] {
        for (HaloArray const& array : arrays) state->halos.push_back(placed(array, own.rank()));
        state->messages = compile_halos(state->halos, own.rank(), own.size());
        if (adds) state->messages = state->messages.reversed(own.rank(), own.size(), adders);
        state->exchange.emplace(state->messages, make_new_requests(own, state->messages, std::numeric_limits<int>::max(), 0),
                                adds ? Receive::Sync : Receive::Async, nullptr);
    });
    return HaloExchange(std::move(state));
}

Result<HaloExchange> HaloExchange::make(HaloPlan plan, MPI_Comm comm, HaloDirection way) {
    std::array<HaloArray, 1> const arrays{HaloArray{std::move(plan)}};
    return make(arrays, comm, way);
}

HaloExchange::HaloExchange(std::unique_ptr<State> state) : state_(std::move(state)) {}
HaloExchange::HaloExchange(HaloExchange&&) noexcept = default;
HaloExchange& HaloExchange::operator=(HaloExchange&&) noexcept = default;
HaloExchange::~HaloExchange() {
    assert((!state_ || state_->targets.empty()) && "end() ends what begin() began");
}

HaloLayout const& HaloExchange::layout(std::size_t array) const {
    return state_->halos[array].layout;
}

void HaloExchange::begin(std::span<void* const> arrays) {
    require(arrays.size() == state_->halos.size(), "HaloExchange::begin expects as many arrays as the exchange was made for");
    require(state_->targets.empty(), "HaloExchange::begin: an exchange is under way; call end() first");
    state_->targets.assign(arrays.begin(), arrays.end());
    state_->sources.assign(arrays.begin(), arrays.end());
    state_->exchange->begin(state_->sources, state_->targets);
    state_->messages.copy_kept(state_->sources, state_->targets);
}

void HaloExchange::begin(void* array) {
    std::array<void*, 1> const arrays{array};
    begin(arrays);
}

void HaloExchange::begin(std::span<void* const> arrays, std::span<Context const* const> where) {
    State& state = *state_;
    require(arrays.size() == state.halos.size() && where.size() == arrays.size(),
            "HaloExchange::begin expects as many arrays and contexts as the exchange was made for");
    require(state.targets.empty(), "HaloExchange::begin: an exchange is under way; call end() first");
    for (std::size_t i = 0; i < where.size(); ++i)
        require(where[i]->positions() == layout(i).allocation_size(),
                "HaloExchange::begin: a context has another number of positions than the allocation has places");
    state.make_active();
    state.active->record(state.trace);
    state.targets.assign(arrays.begin(), arrays.end());
    state.runs_active = true;
    std::vector<ActiveSource> sources;
    std::vector<ActiveTarget> targets;
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        sources.push_back({arrays[i], where[i]});
        targets.push_back({arrays[i], &state.puts[i], nullptr});
    }
    state.active->begin(sources, std::move(targets));
}

void HaloExchange::begin(void* array, Context const& where) {
    std::array<void*, 1> const arrays{array};
    std::array<Context const*, 1> const contexts{&where};
    begin(arrays, contexts);
}

void HaloExchange::prepare_contexts() {
    state_->make_active();
}

void HaloExchange::end() {
    require(!state_->targets.empty(), "HaloExchange::end: no exchange is under way; call begin() first");
    if (std::exchange(state_->runs_active, false))
        state_->active->end();
    else
        state_->exchange->finish(state_->sources, state_->targets);
    state_->targets.clear();
}

void HaloExchange::exchange(void* array, Context const& where) {
    begin(array, where);
    end();
}

void HaloExchange::exchange(void* array) {
    begin(array);
    end();
}

void HaloExchange::record(TraceRecorder* trace) {
    state_->trace = trace;
    state_->exchange->record(trace, state_->comm);
}

HaloCosts HaloExchange::costs() const {
    HaloCosts costs;
    costs.messages_sent = std::ssize(state_->messages.sends);
    costs.messages_received = std::ssize(state_->messages.receives);
    for (PeerMessage const& message : state_->messages.sends) costs.bytes_sent += message.bytes;
    for (PeerMessage const& message : state_->messages.receives) costs.bytes_received += message.bytes;
    costs.buffer_bytes = state_->exchange->buffer_bytes();
    return costs;
}

} // namespace tessera
