// SPDX-License-Identifier: BSD-3-Clause
// Tessera: executes a redistribution plan under MPI.
#include "libcore/runtime/move/redistributor.hpp"

#include "libcore/base/require.hpp"
#include "libcore/base/try.hpp"
#include "libcore/redist/summed_plan.hpp"
#include "libcore/runtime/move/distributed_array.hpp"
#include "libcore/runtime/move/exchange/exchange.hpp"
#include "libcore/runtime/move/exchange/exchange_context.hpp"
#include "libcore/runtime/move/exchange/rank_messages.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/node.hpp"

#include <array>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace tessera {

namespace {

RedistributorCosts costs_of(RankMessages const& messages, Exchange const& exchange) {
    RedistributorCosts costs;
    costs.messages_sent = static_cast<Index>(messages.sends.size());
    costs.messages_received = static_cast<Index>(messages.receives.size());
    for (PeerMessage const& message : messages.sends) costs.bytes_sent += message.bytes;
    for (PeerMessage const& message : messages.receives) costs.bytes_received += message.bytes;
    costs.bytes_kept = messages.kept_bytes();
    costs.buffer_bytes = exchange.buffer_bytes();
    return costs;
}

/// Returns one updater per plan; null entries copy. Empty if no element is updated.
Result<Updaters> updaters_of(MultiPlan const& plan, std::vector<ElementUpdate> const& updates) {
    require(updates.size() <= 1 || updates.size() == plan.plans().size(),
            "Redistributor expects one update for all plans or one for each");
    Updaters updaters;
    bool any = false;
    for (std::size_t i = 0; i < plan.plans().size() && !updates.empty(); ++i) {
        ElementUpdate const& update = updates.size() == 1 ? updates.front() : updates[i];
        ArraySpec const& source = plan.plans()[i].source().array();
        ElementType const target = update.to.value_or(plan.plans()[i].target().array().type);
        updaters.push_back(nullptr);
        if (ElementArithmetic::is_copy(source.type, target, update)) continue;
        auto arithmetic = ElementArithmetic::make(source.type, target, update);
        if (!arithmetic) return fail(source.name + ": " + arithmetic.error().message);
        updaters.back() = std::make_shared<BlockUpdater const>(*std::move(arithmetic));
        any = true;
    }
    return any ? updaters : Updaters{};
}

} // namespace

std::optional<LocalLayout> standard_layout(Mapping const& mapping, Rank rank) {
    auto const position = mapping.grid().position(rank);
    if (!position || !mapping.holds(*position)) return std::nullopt;
    return LocalLayout(mapping, *position);
}

Result<void> check_layout(Mapping const& mapping, Rank rank, std::optional<LocalLayout> const& layout) {
    auto const position = mapping.grid().position(rank);
    if (!position || !mapping.holds(*position)) return {};
    if (layout && layout->owned() == mapping.owned(*position)) return {};
    return fail(fmt::format("rank {} holds a part of {}, and the layout that is given for it {}", rank, mapping.array().name,
                            layout ? "is of other elements" : "is missing"));
}

Result<void> check_layouts(std::span<RedistPlan const> plans, Rank rank, RankLayouts const& layouts) {
    if (layouts.sources.size() != plans.size() || layouts.targets.size() != plans.size())
        return fail(fmt::format("rank {} gives layouts of {} sources and {} targets; {} arrays move", rank, layouts.sources.size(),
                                layouts.targets.size(), plans.size()));
    for (std::size_t i = 0; i < plans.size(); ++i) {
        if (auto const fits = check_layout(plans[i].source(), rank, layouts.sources[i]); !fits) return fits;
        if (auto const fits = check_layout(plans[i].target(), rank, layouts.targets[i]); !fits) return fits;
    }
    return {};
}

tl::unexpected<Error> too_few_ranks(Index wanted, int there) {
    auto const ranks = std::to_string(wanted);
    return fail("the mappings name " + ranks + " ranks, but the job has " + std::to_string(there) + "; start it with 'mpirun -n " +
                ranks + "', or name fewer");
}

Result<void> check_ranks(Mapping const& mapping, int there) {
    Index const wanted = Index{mapping.grid().max_rank()} + 1;
    if (wanted > there) return too_few_ranks(wanted, there);
    return {};
}

RankLayouts RankLayouts::standard(std::span<RedistPlan const> plans, Rank rank) {
    RankLayouts layouts;
    for (RedistPlan const& each : plans) {
        layouts.sources.push_back(standard_layout(each.source(), rank));
        layouts.targets.push_back(standard_layout(each.target(), rank));
    }
    return layouts;
}

struct Redistributor::State {
    std::shared_ptr<ExchangeContext> context;
    MultiPlan plan;
    RankLayouts layouts;
    Updaters updaters = {};
    RankMessages messages = {};
    std::unique_ptr<Exchange> exchange = nullptr;
    int tag = context->next_tag();
    std::vector<void const*> sources = {}; // of the execution in progress
    std::vector<void*> targets = {};
    std::vector<NodeMemory const*> shared = {};
    bool under_way = false;

    [[nodiscard]] std::unique_ptr<Exchange> made_exchange(RedistributorOptions const& options) {
        return make_exchange({plan, layouts, *context, messages, options, updaters, tag});
    }
};

Result<Redistributor> Redistributor::make(MultiPlan const& plan, MPI_Comm comm, RedistributorOptions options) {
    TRY(check(plan, comm, options));
    auto around = std::make_shared<ExchangeContext>(comm);
    RankLayouts const layouts = RankLayouts::standard(plan.plans(), around->comm().rank());
    return make_within(std::move(around), plan, layouts, options);
}

Result<void> Redistributor::check(MultiPlan const& plan, MPI_Comm comm, RedistributorOptions const& options) {
    int ranks = 0;
    MPI_Comm_size(comm, &ranks);
    if (plan.ranks() > ranks) return too_few_ranks(plan.ranks(), ranks);
    if (adds(plan))
        return fail("the plan adds elements up, which takes the phases of method sum (compose, CompositeRedistributor)");
    TRY(updaters_of(plan, options.updates));
    if (options.transport == Transport::Shared && NodeTopology::of(comm)->node().comm().size() < ranks)
        return fail("the ranks do not share one node's memory; let 'auto' choose for each pair of ranks, or use 'p2p'");
    return {};
}

Result<Redistributor> Redistributor::make(MultiPlan const& plan, MPI_Comm comm, RankLayouts const& layouts,
                                          RedistributorOptions options) {
    TRY(check(plan, comm, options));
    auto around = std::make_shared<ExchangeContext>(comm);
    Communicator const& own = around->comm();
    TRY(together(own, [&] { return check_layouts(plan.plans(), own.rank(), layouts); }));
    return make_within(std::move(around), plan, layouts, options);
}

Redistributor Redistributor::make_within(std::shared_ptr<ExchangeContext> context, MultiPlan const& plan,
                                         RankLayouts const& layouts, RedistributorOptions const& options) {
    auto state = std::make_unique<State>(State{std::move(context), plan, layouts});
    state->updaters = updaters_of(plan, options.updates).value();
    ExchangeContext& around = *state->context;
    Communicator const& comm = around.comm();
    all_or_none(comm, [&] { state->messages = compile_messages(plan, comm.rank(), comm.size(), layouts, state->updaters); });
    around.make_room_for(state->messages);
    all_or_none(comm, [&] { state->exchange = state->made_exchange(options); });
    return Redistributor(std::move(state));
}

Redistributor Redistributor::reversed(RedistributorOptions const& options) const {
    require(state_->updaters.empty() && options.updates.empty(), "Redistributor::reversed: updates of elements have no way back");
    auto state = std::make_unique<State>(State{state_->context, state_->plan, {state_->layouts.targets, state_->layouts.sources}});
    RedistributorOptions back = options;
    if (looks_at_plan(back.transport)) back.transport = Transport::PointToPoint;
    Communicator const& comm = state->context->comm();
    all_or_none(comm, [&] { state->messages = state_->messages.reversed(comm.rank(), comm.size()); });
    all_or_none(comm, [&] { state->exchange = state->made_exchange(back); });
    return Redistributor(std::move(state));
}

Redistributor::Redistributor(std::unique_ptr<State> state) : state_(std::move(state)) {}
Redistributor::Redistributor(Redistributor&&) noexcept = default;
Redistributor& Redistributor::operator=(Redistributor&&) noexcept = default;
Redistributor::~Redistributor() = default;

void Redistributor::begin(std::span<void const* const> sources, std::span<void* const> targets) {
    State& state = *state_;
    require(sources.size() == state.plan.plans().size() && targets.size() == sources.size(),
            "Redistributor expects a source and a target for each plan");
    require(!state.under_way, "Redistributor::begin: an execution is under way; call end() first");
    state.sources.assign(sources.begin(), sources.end());
    state.targets.assign(targets.begin(), targets.end());
    state.under_way = true;
    state.exchange->begin(state.sources, state.targets, state.shared);
}

void Redistributor::begin(void const* source, void* target) {
    std::array<void const*, 1> const sources{source};
    std::array<void*, 1> const targets{target};
    begin(sources, targets);
}

void Redistributor::begin(std::span<DistributedArray const* const> sources, std::span<void* const> targets) {
    std::vector<void const*> from;
    std::vector<NodeMemory const*> shared;
    for (DistributedArray const* const source : sources) {
        from.push_back(source->data());
        if (source->memory().is_shared()) shared.push_back(&source->memory());
    }
    if (shared.size() < sources.size()) shared.clear(); // if one array is not shared, messages are needed anyway
    require(!state_->under_way, "Redistributor::begin: an execution is under way; call end() first");
    state_->shared = std::move(shared);
    begin(from, targets);
}

void Redistributor::begin(DistributedArray const& source, DistributedArray& target) {
    std::array<DistributedArray const*, 1> const sources{&source};
    std::array<void*, 1> const targets{target.data()};
    begin(sources, targets);
}

void Redistributor::end() {
    State& state = *state_;
    require(state.under_way, "Redistributor::end: no execution is under way; call begin() first");
    state.exchange->end(state.sources, state.targets, state.shared);
    state.shared.clear();
    state.under_way = false;
}

void Redistributor::execute(std::span<void const* const> sources, std::span<void* const> targets) {
    begin(sources, targets);
    end();
}

void Redistributor::execute(void const* source, void* target) {
    begin(source, target);
    end();
}

void Redistributor::execute(std::span<DistributedArray const* const> sources, std::span<void* const> targets) {
    begin(sources, targets);
    end();
}

void Redistributor::execute(DistributedArray const& source, DistributedArray& target) {
    begin(source, target);
    end();
}

RedistributorCosts Redistributor::costs() const {
    return costs_of(state_->messages, *state_->exchange);
}

NodeTraffic Redistributor::node_traffic() const {
    return state_->exchange->ways();
}

std::vector<TracedTransfer> Redistributor::gather_trace() const {
    return state_->exchange->gather_trace();
}

} // namespace tessera
