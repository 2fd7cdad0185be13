// SPDX-License-Identifier: BSD-3-Clause
// Tessera: shifts an array over its grid.
#include "libcore/runtime/comm/shift/shift_exchange.hpp"

#include "libcore/base/require.hpp"
#include "libcore/base/try.hpp"
#include "libcore/comm/context/context_places.hpp"
#include "libcore/runtime/comm/active/active_exchange.hpp"
#include "libcore/runtime/comm/shift/active_shift.hpp"
#include "libcore/runtime/move/copy/copy_program.hpp"
#include "libcore/runtime/move/copy/message_programs.hpp"
#include "libcore/runtime/move/exchange/message_requests.hpp"
#include "libcore/runtime/move/exchange/pairwise.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace tessera {

namespace detail {

/// The messages of the active elements of a context. It is not moved, because `exchange` refers to its members.
struct ActiveShift {
    explicit ActiveShift(Communicator own) : comm(std::move(own)) {}

    Communicator comm;
    RankMessages messages;
    std::optional<PairwiseExchange> exchange;
};

} // namespace detail

namespace {

using detail::ActiveShift;

/// Returns a program that fills the places of a box from one element, or each place from the same place of another array.
CopyProgram fill_program(BoxSet const& box, LocalLayout const& layout, Index element_bytes, bool from_array) {
    std::vector<LoopDim> dims;
    for (std::size_t d = 0; d < box.dims().size(); ++d) {
        auto const stored = AxisSide::stored(layout.owned().dims()[d], 0, 1, layout.strides()[d] * element_bytes);
        dims.push_back({box.dims()[d], from_array ? stored : AxisSide::affine(0, 1, 0), stored});
    }
    Index const first = layout.first_offset() * element_bytes;
    return {LoopNest(dims, from_array ? first : 0, first), element_bytes};
}

/// Returns one side of a message, part after part.
PeerMessage packed_parts(GridShift const& shift, ShiftMessage const& message, LocalLayout const& layout, bool sends) {
    PeerMessage packed;
    packed.peer = sends ? message.to : message.from;
    for (ShiftPart const& part : message.parts) {
        RedistPlan const& plan = shift.plan().plans()[part.plan];
        CopyProgram copy = sends ? pack_program(plan, part.box, layout) : unpack_program(plan, part.box, layout);
        Index const bytes = copy.bytes();
        packed.parts.push_back({0, packed.bytes, std::move(copy)});
        packed.bytes += bytes;
    }
    return packed;
}

RankMessages active_messages(GridShift const& shift, ShiftLayouts const& layouts, Rank rank, int ranks) {
    RankMessages messages;
    if (!layouts.source || !layouts.target) return messages; // the rank holds nothing
    for (ShiftMessage const& message : shift.sends(rank)) {
        if (message.to != rank) {
            messages.sends.push_back(packed_parts(shift, message, *layouts.source, true));
            continue;
        }
        for (ShiftPart const& part : message.parts)
            messages.kept.push_back(
                {0, direct_program(shift.plan().plans()[part.plan], part.box, *layouts.source, *layouts.target)});
    }
    for (ShiftMessage const& message : shift.receives(rank))
        if (message.from != rank) messages.receives.push_back(packed_parts(shift, message, *layouts.target, false));
    arrange(messages, rank, ranks);
    return messages;
}

/// Returns whether each place is active, by offset in memory.
std::vector<bool> places_of(Context const& context, LocalLayout const& layout) {
    std::vector<bool> places(as_size(layout.allocation_size()), false);
    for_each_contiguous_run(context, layout,
                            [&](Index, Index offset, Index count) { std::fill_n(places.begin() + offset, count, true); });
    return places;
}

/// Returns the layouts for each plan; all plans of a shift connect the same two arrays.
RankLayouts rank_layouts(GridShift const& shift, ShiftLayouts const& layouts) {
    auto const plans = shift.plan().plans().size();
    return {std::vector(plans, layouts.source), std::vector(plans, layouts.target)};
}

Result<std::unique_ptr<ActiveShift>> active_shift(GridShift const& shift, MPI_Comm comm, ShiftLayouts const& layouts) {
    auto active = std::make_unique<ActiveShift>(Communicator::duplicate(comm));
    Communicator const& own = active->comm;
    TRY(check_ranks(shift.mapping(), own.size()));
    TRY(together(own, [&] { return check_layouts(shift.plan().plans(), own.rank(), rank_layouts(shift, layouts)); }));
    all_or_none(own, [&] {
        active->messages = active_messages(shift, layouts, own.rank(), own.size());
        active->exchange.emplace(active->messages,
                                 make_persistent_requests(own, active->messages, std::numeric_limits<int>::max(), 0),
                                 Receive::Async, nullptr);
    });
    return active;
}

} // namespace

/// All elements move by a redistribution (`whole`), or those active in the plan's context by messages (`active`). In an
/// execution with its own contexts or operation, elements move by `chosen`.
struct ShiftExchange::State {
    State(GridShift asked, ShiftLayouts stored, Communicator own)
        : shift(std::move(asked)), layouts(std::move(stored)), comm(std::move(own)), plans(shift.plan().plans().size()) {}

    GridShift shift;
    ShiftLayouts layouts;
    Communicator comm;
    std::size_t plans;
    std::vector<CopyProgram> fills;       // from one element to all places of a box
    std::vector<CopyProgram> array_fills; // the same boxes from another array
    std::optional<Redistributor> whole;
    std::unique_ptr<ActiveShift> active;
    std::vector<void const*> sources; // of the execution in progress; the same for each plan
    std::vector<void*> targets;
    std::unique_ptr<ActiveExchange> chosen; // made at the first execution with a context or an operation
    std::optional<Context> planned;         // the elements that the plan's context selects
    TraceRecorder* trace = nullptr;
    void* target = nullptr;
    ShiftOptions options;     // of the execution in progress
    std::vector<bool> wanted; // by offset in the target, if the execution has a reader's context
    bool under_way = false;

    /// Makes `chosen` if missing. Collective.
    void choose() {
        if (chosen) return;
        all_or_none(comm, [&] {
            planned = planned_context(shift, layouts, comm.rank());
            chosen = std::make_unique<ActiveExchange>(comm, active_messages(shift, layouts, comm.rank()));
        });
    }
    /// Throws BrokenPrecondition before any work of an execution.
    void check(ShiftOptions const& asked) const;
    void begin_chosen(void const* source);
    [[nodiscard]] ActiveTarget put() const { return {target, &options.op, options.wanted != nullptr ? &wanted : nullptr}; }
    [[nodiscard]] bool runs_chosen() const {
        return options.where != nullptr || options.wanted != nullptr || !options.op.replaces();
    }
    void fill() const;
};

void ShiftExchange::State::check(ShiftOptions const& asked) const {
    require(!under_way, "ShiftExchange::begin: a run is under way; call end() first");
    require(fills.empty() || (asked.fill != nullptr) != (asked.fill_array != nullptr),
            "ShiftExchange expects the element that fills free places, or an array of them");
    Combiner const* const op = asked.op.combiner();
    require(op == nullptr || op->check_type(shift.mapping().array().type),
            "ShiftExchange: the operation is for another type than that of the array's elements");
    for (Context const* const context : {asked.where, asked.wanted})
        require(context == nullptr || !layouts.source || context->positions() == layouts.source->owned().count(),
                "ShiftExchange: a context has another number of positions than the rank has elements");
}

void ShiftExchange::State::begin_chosen(void const* source) {
    choose();
    chosen->record(trace);
    if (!layouts.source) return chosen->begin({{}}, {{}});
    Context where = options.where != nullptr ? *options.where : Context::everywhere(layouts.source->owned().count());
    if (planned) where = planned->and_in(where);
    if (options.wanted != nullptr) wanted = places_of(*options.wanted, *layouts.target);
    chosen->begin({{source, &where}}, {put()});
}

/// Fills the places that no element can reach.
void ShiftExchange::State::fill() const {
    auto const* const from = static_cast<std::byte const*>(options.fill != nullptr ? options.fill : options.fill_array);
    Index const bytes = shift.mapping().array().type.bytes;
    for (CopyProgram const& each : options.fill != nullptr ? fills : array_fills) {
        if (options.op.replaces() && options.wanted == nullptr) {
            each.run(from, static_cast<std::byte*>(target));
            continue;
        }
        each.for_each_contiguous_run([&](Index offset, Index place, Index length) {
            put_active(put(), from + offset, {.to = place / bytes, .count = length / bytes}, bytes);
        });
    }
}

Result<ShiftExchange> ShiftExchange::make(GridShift const& shift, MPI_Comm comm, RedistributorOptions options) {
    Rank rank = 0;
    MPI_Comm_rank(comm, &rank);
    auto const position = shift.mapping().grid().position(rank);
    ShiftLayouts layouts;
    if (position && shift.mapping().holds(*position)) layouts.source = layouts.target = LocalLayout(shift.mapping(), *position);
    return make(shift, comm, layouts, std::move(options));
}

Result<ShiftExchange> ShiftExchange::make(GridShift const& shift, MPI_Comm comm, ShiftLayouts const& layouts,
                                          RedistributorOptions options) {
    auto state = std::make_unique<State>(shift, layouts, Communicator::duplicate(comm));
    if (shift.selects() || options.trace) {
        state->active = TRY(active_shift(shift, comm, layouts));
    } else {
        state->whole.emplace(TRY(Redistributor::make(shift.plan(), comm, rank_layouts(shift, layouts), std::move(options))));
    }
    Rank rank = 0;
    MPI_Comm_rank(comm, &rank);
    auto const position = shift.mapping().grid().position(rank);
    if (shift.edge() == ShiftEdge::Fill && position && shift.mapping().holds(*position)) {
        Index const bytes = shift.mapping().array().type.bytes;
        for (BoxSet const& box : shift.unfilled(*position)) {
            state->fills.push_back(fill_program(box, *layouts.target, bytes, false));
            state->array_fills.push_back(fill_program(box, *layouts.target, bytes, true));
        }
    }
    return ShiftExchange(std::move(state));
}

ShiftExchange::ShiftExchange(std::unique_ptr<State> state) : state_(std::move(state)) {}
ShiftExchange::ShiftExchange(ShiftExchange&&) noexcept = default;
ShiftExchange& ShiftExchange::operator=(ShiftExchange&&) noexcept = default;
ShiftExchange::~ShiftExchange() = default;

void ShiftExchange::begin(void const* source, void* target, void const* fill) {
    begin(source, target, ShiftOptions{.fill = fill});
}

void ShiftExchange::begin(void const* source, void* target, ShiftOptions const& options) {
    State& state = *state_;
    state.check(options);
    state.sources.assign(state.plans, source);
    state.targets.assign(state.plans, target);
    state.target = target;
    state.options = options;
    state.under_way = true;
    if (state.runs_chosen()) return state.begin_chosen(source);
    if (state.whole) {
        require(state.trace == nullptr, "ShiftExchange: this run cannot be recorded; make the exchange with .trace");
        return state.whole->begin(state.sources, state.targets);
    }
    state.active->exchange->begin(state.sources, state.targets);
    state.active->messages.copy_kept(state.sources, state.targets);
}

void ShiftExchange::prepare_contexts() {
    state_->choose();
}

void ShiftExchange::end() {
    State& state = *state_;
    require(state.under_way, "ShiftExchange::end: no run is under way; call begin() first");
    if (state.runs_chosen())
        state.chosen->end();
    else
        state.whole ? state.whole->end() : state.active->exchange->finish(state.sources, state.targets);
    state.fill();
    state.under_way = false;
}

void ShiftExchange::execute(void const* source, void* target, void const* fill) {
    execute(source, target, ShiftOptions{.fill = fill});
}

void ShiftExchange::execute(void const* source, void* target, ShiftOptions const& options) {
    begin(source, target, options);
    end();
}

void ShiftExchange::record(TraceRecorder* trace) {
    state_->trace = trace;
    if (state_->active) state_->active->exchange->record(trace, state_->active->comm);
}

RedistributorCosts ShiftExchange::costs() const {
    if (state_->whole) return state_->whole->costs();
    RankMessages const& messages = state_->active->messages;
    RedistributorCosts costs{.messages_sent = std::ssize(messages.sends),
                             .messages_received = std::ssize(messages.receives),
                             .bytes_kept = messages.kept_bytes(),
                             .buffer_bytes = state_->active->exchange->buffer_bytes()};
    for (PeerMessage const& message : messages.sends) costs.bytes_sent += message.bytes;
    for (PeerMessage const& message : messages.receives) costs.bytes_received += message.bytes;
    return costs;
}

} // namespace tessera
