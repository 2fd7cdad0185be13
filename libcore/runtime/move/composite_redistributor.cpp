// SPDX-License-Identifier: BSD-3-Clause
// Tessera: executes the phases of a composite plan under MPI, forward and back.
#include "libcore/runtime/move/composite_redistributor.hpp"

#include "libcore/base/require.hpp"
#include "libcore/base/try.hpp"
#include "libcore/redist/summed_plan.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/copy/combiner.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace tessera {

namespace {

/// The layouts of one array: the source, the arrays between the phases, the target.
using Stations = std::vector<std::optional<LocalLayout>>;

std::vector<Stations> stations_of(CompositePlan const& plan, RankLayouts const& ends, Rank rank) {
    std::vector<Stations> ways;
    for (auto const& source : ends.sources) ways.push_back({source});
    for (CompositePhase const& phase : plan.phases) {
        RankLayouts const layouts = RankLayouts::standard(phase.plan.plans(), rank);
        for (std::size_t i = 0; i < phase.arrays.size(); ++i) ways[phase.arrays[i]].push_back(layouts.targets[i]);
    }
    for (std::size_t array = 0; array < ways.size(); ++array) ways[array].back() = ends.targets[array];
    return ways;
}

/// Returns the layouts of one phase. The phase after a sum sees its result as a smaller array, stored where the first addend
/// was.
RankLayouts layouts_of(CompositePlan const& plan, std::size_t number, std::vector<Stations> const& ways, Rank rank) {
    CompositePhase const& phase = plan.phases[number];
    RankLayouts const standard = RankLayouts::standard(phase.plan.plans(), rank);
    RankLayouts layouts;
    for (std::size_t i = 0; i < phase.arrays.size(); ++i) {
        std::size_t const array = phase.arrays[i];
        bool const sums = number == 1 && adds(plan.whole.plans()[array]);
        layouts.sources.push_back(sums ? standard.sources[i] : ways[array][number]);
        layouts.targets.push_back(ways[array][number + 1]);
    }
    return layouts;
}

/// Returns the updates of one phase. The last phase that moves an array updates its elements; earlier phases copy them.
std::vector<ElementUpdate> updates_of(CompositePhase const& phase, std::size_t number, std::vector<Stations> const& ways,
                                      std::vector<ElementUpdate> const& updates) {
    std::vector<ElementUpdate> mine;
    for (std::size_t i = 0; i < phase.arrays.size() && !updates.empty(); ++i) {
        std::size_t const array = phase.arrays[i];
        bool const last = number + 2 == ways[array].size();
        mine.push_back(!last ? ElementUpdate{} : updates.size() == 1 ? updates.front() : updates[array]);
    }
    return mine;
}

} // namespace

struct CompositeRedistributor::State {
    /// A sum that this rank computes after the first phase, over `addends` consecutive arrays of equal size.
    struct PendingSum {
        std::size_t array = 0;
        Index elements = 0; ///< elements of one addend array
        Index addends = 1;
        Combiner combiner;

        void add_up(std::byte* stretches) const {
            Index const bytes = elements * combiner.type().bytes;
            for (Index k = 1; k < addends; ++k) combiner.combine(stretches, stretches + k * bytes, stretches, elements);
        }
    };
    /// Returns the sums of this rank. Error: a type that does not support the operation.
    static Result<std::vector<PendingSum>> pending_sums(CompositePlan const& plan, std::vector<Stations> const& ways) {
        std::vector<PendingSum> sums;
        for (std::size_t array = 0; array < ways.size(); ++array) {
            RedistPlan const& whole = plan.whole.plans()[array];
            if (!adds(whole)) continue;
            ElementType const& type = whole.source().array().type;
            auto combiner = Combiner::make(whole.map().op, type);
            if (!combiner)
                return fail(fmt::format("elements of {} {}: {}", whole.source().array().name, outcome_of(whole.map().op),
                                        combiner.error().message));
            Index const addends = addends_of(whole.map());
            Index const size = ways[array][1] ? ways[array][1]->allocation_size() / addends : 0;
            sums.push_back({array, size, addends, *std::move(combiner)});
        }
        return sums;
    }

    std::vector<std::vector<std::size_t>> arrays; // arrays that take part, by phase
    std::vector<std::array<Buffer, 2>> between;   // by array: two buffers that alternate as storage between its phases
    std::vector<std::size_t> last_station;        // by array: number of its target in Stations
    std::vector<PendingSum> sums = {};            // computed after the first phase
    std::vector<Redistributor> there;             // forward, by phase
    std::vector<Redistributor> back;              // back, by phase; empty without a return
    std::vector<void*> targets;                   // targets of the last execution

    /// Begins the first phase, which moves all arrays.
    template <class Source>
    void begin(std::span<Source const* const> sources, std::span<void* const> to) {
        std::vector<Source const*> first;
        for (std::size_t const array : arrays.front()) first.push_back(sources[array]);
        there.front().begin(first, ends_of(0, to));
        targets.assign(to.begin(), to.end());
    }

    /// Returns the memory of entry `number` of an array's Stations: its source, its target, or a buffer between.
    template <class Pointer>
    Pointer station(std::size_t array, std::size_t number, Pointer source, Pointer target) {
        if (number == 0) return source;
        return number == last_station[array] ? target : between[array][number % 2].data();
    }
    void add_up() {
        for (PendingSum const& sum : sums)
            if (sum.elements > 0) sum.add_up(between[sum.array][1].data()); // station 1
    }
    /// Returns the addresses where a phase stores its arrays.
    std::vector<void*> ends_of(std::size_t phase, std::span<void* const> last) {
        std::vector<void*> ends;
        for (std::size_t const array : arrays[phase]) ends.push_back(station<void*>(array, phase + 1, nullptr, last[array]));
        return ends;
    }
};

CompositeRedistributor::CompositeRedistributor(std::unique_ptr<State> state) : state_(std::move(state)) {}
CompositeRedistributor::CompositeRedistributor(CompositeRedistributor&&) noexcept = default;
CompositeRedistributor& CompositeRedistributor::operator=(CompositeRedistributor&&) noexcept = default;
CompositeRedistributor::~CompositeRedistributor() = default;

Result<CompositeRedistributor> CompositeRedistributor::make(CompositePlan const& plan, MPI_Comm comm, RankLayouts const& layouts,
                                                            CompositeOptions const& options) {
    require(!options.with_return || options.updates.empty(),
            "CompositeRedistributor: no way back leads through updates of elements");
    require(options.phases.size() == 1 || options.phases.size() == plan.phases.size(),
            "CompositeRedistributor expects options for all phases together or for each");
    if (options.with_return) TRY(plan.check_return());
    Communicator const world = Communicator::duplicate(comm);
    TRY(together(world, [&] { return check_layouts(plan.whole.plans(), world.rank(), layouts); }));
    auto const ways = stations_of(plan, layouts, world.rank());
    auto state = std::make_unique<State>();
    state->sums = TRY(State::pending_sums(plan, ways));
    for (std::size_t number = 0; number < plan.phases.size(); ++number) {
        CompositePhase const& phase = plan.phases[number];
        RedistributorOptions mine = options.phases.size() == 1 ? options.phases.front() : options.phases[number];
        mine.updates = updates_of(phase, number, ways, options.updates);
        auto made = TRY(Redistributor::make(phase.plan, comm, layouts_of(plan, number, ways, world.rank()), std::move(mine)));
        if (options.with_return) state->back.push_back(made.reversed(options.back));
        state->there.push_back(std::move(made));
        state->arrays.push_back(phase.arrays);
    }
    all_or_none(world, [&] {
        for (std::size_t array = 0; array < ways.size(); ++array) {
            Index const bytes = plan.whole.plans()[array].source().array().type.bytes;
            std::array<Index, 2> sizes{0, 0};
            for (std::size_t at = 1; at + 1 < ways[array].size(); ++at)
                if (ways[array][at]) sizes[at % 2] = std::max(sizes[at % 2], ways[array][at]->allocation_size() * bytes);
            state->between.push_back({Buffer(sizes[0]), Buffer(sizes[1])});
            state->last_station.push_back(ways[array].size() - 1);
        }
    });
    return CompositeRedistributor(std::move(state));
}

void CompositeRedistributor::begin(std::span<void const* const> sources, std::span<void* const> targets) {
    state_->begin(sources, targets);
}

void CompositeRedistributor::begin(std::span<DistributedArray const* const> sources, std::span<void* const> targets) {
    state_->begin(sources, targets);
}

void CompositeRedistributor::end() {
    State& state = *state_;
    state.there.front().end();
    state.add_up();
    for (std::size_t phase = 1; phase < state.there.size(); ++phase) {
        std::vector<void const*> from;
        for (std::size_t const array : state.arrays[phase])
            from.push_back(state.station<void const*>(array, phase, nullptr, state.targets[array]));
        state.there[phase].execute(from, state.ends_of(phase, state.targets));
    }
}

void CompositeRedistributor::execute(std::span<void const* const> sources, std::span<void* const> targets) {
    begin(sources, targets);
    end();
}

void CompositeRedistributor::execute(std::span<DistributedArray const* const> sources, std::span<void* const> targets) {
    begin(sources, targets);
    end();
}

void CompositeRedistributor::execute_back(std::span<void* const> sources, std::span<void const* const> targets) {
    require(state_->back.size() == state_->there.size(),
            "CompositeRedistributor::execute_back expects CompositeOptions::with_return");
    for (std::size_t phase = state_->back.size(); phase-- > 0;) {
        std::vector<void const*> from;
        std::vector<void*> to;
        for (std::size_t const array : state_->arrays[phase]) {
            from.push_back(state_->station<void const*>(array, phase + 1, sources[array], targets[array]));
            to.push_back(state_->station<void*>(array, phase, sources[array], nullptr));
        }
        state_->back[phase].execute(from, to);
    }
}

RedistributorCosts CompositeRedistributor::costs() const {
    RedistributorCosts sum;
    for (Redistributor const& each : state_->there) {
        RedistributorCosts const part = each.costs();
        sum.messages_sent += part.messages_sent;
        sum.messages_received += part.messages_received;
        sum.bytes_sent += part.bytes_sent;
        sum.bytes_received += part.bytes_received;
        sum.bytes_kept += part.bytes_kept;
        sum.buffer_bytes += part.buffer_bytes;
    }
    for (auto const& buffers : state_->between)
        for (Buffer const& buffer : buffers) sum.buffer_bytes += buffer.size();
    return sum;
}

NodeTraffic CompositeRedistributor::node_traffic() const {
    NodeTraffic sum;
    for (Redistributor const& each : state_->there) {
        NodeTraffic const part = each.node_traffic();
        sum.straight += part.straight;
        sum.read += part.read;
        sum.staged += part.staged;
        sum.sent += part.sent;
        if (part.refusal) sum.refusal = part.refusal;
    }
    return sum;
}

std::vector<TracedTransfer> CompositeRedistributor::gather_trace(std::size_t phase) const {
    return state_->there[phase].gather_trace();
}

} // namespace tessera
