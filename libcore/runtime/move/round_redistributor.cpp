// SPDX-License-Identifier: BSD-3-Clause
// Tessera: executes a plan under MPI in rounds, within a bound on the memory for messages.
#include "libcore/runtime/move/round_redistributor.hpp"

#include "libcore/base/require.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/redist/plan_parts.hpp"
#include "libcore/redist/summed_plan.hpp"
#include "libcore/runtime/memory/buffer_pool.hpp"
#include "libcore/runtime/memory/memory_account.hpp"
#include "libcore/runtime/move/exchange/exchange.hpp"
#include "libcore/runtime/move/exchange/exchange_context.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <utility>
#include <vector>

namespace tessera {

namespace {

/// Returns the predicted buffer bytes of all ranks together, in the part that needs most. Collective.
Index peak_of(PlanParts const& parts, ExchangeContext& around, RedistributorOptions const& options, bool straight) {
    Communicator const& comm = around.comm();
    std::vector<Index> peaks;
    for (Index number = 0; number < parts.count(); ++number) {
        MultiPlan const plan = parts.part(number).plan;
        peaks.push_back(predicted_buffers(plan, comm.rank(), around.node(), options, straight));
    }
    sum_entries<Index>(comm, peaks);
    return *std::ranges::max_element(peaks);
}

/// Returns the next number of rounds to try after `tried` were too few, because the peak shrinks as rounds increase.
Index next_try(Index tried, Index peak, Index bytes) {
    double const enough = std::ceil(static_cast<double>(tried) * static_cast<double>(peak) / static_cast<double>(bytes));
    constexpr Index most = RoundRedistributor::most_rounds;
    return enough < static_cast<double>(most) ? std::max(tried + 1, static_cast<Index>(enough)) : most;
}

/// Selects the entries that belong to the arrays of one part.
template <class T>
std::vector<T> chosen(std::span<T const> all, std::vector<std::size_t> const& arrays) {
    std::vector<T> some;
    for (std::size_t const array : arrays) some.push_back(all[array]);
    return some;
}

tl::unexpected<Error> too_little(Index bytes, Index rounds, Index least) {
    return fail(
        fmt::format("{} for the messages of all ranks together are too little: in {} rounds, and no more are tried, they need "
                    "{} ({} bytes)",
                    scaled_bytes(bytes), rounds, scaled_bytes(least), least));
}

} // namespace

struct RoundRedistributor::State {
    std::shared_ptr<ExchangeContext> around;
    PlanParts parts;
    RankLayouts layouts;
    RedistributorOptions options;
    RoundMemory memory;
    Index predicted = 0;
    Index held = 0;
    std::optional<Redistributor> only = std::nullopt; // if there is one round

    [[nodiscard]] Redistributor made(PlanParts::Part const& part) const {
        RankLayouts const some{chosen<std::optional<LocalLayout>>(layouts.sources, part.arrays),
                               chosen<std::optional<LocalLayout>>(layouts.targets, part.arrays)};
        RedistributorOptions mine = options;
        if (options.updates.size() > 1) mine.updates = chosen<ElementUpdate>(options.updates, part.arrays);
        return Redistributor::make_within(around, part.plan, some, mine);
    }
    void note_held(Redistributor const& redistributor) {
        Index const all = all_sum(around->comm(), redistributor.costs().buffer_bytes);
        held = std::max(held, all);
        if (all > memory.bytes)
            throw MemoryExceeded(fmt::format("a round held {} bytes for messages, and {} are allowed", all, memory.bytes));
    }
    template <class Source>
    void run(std::span<Source const> sources, std::span<void* const> targets) {
        held = 0;
        for (Index number = 0; number < parts.count(); ++number) {
            PlanParts::Part const part = parts.part(number);
            std::optional<Redistributor> passing;
            if (!only) passing = made(part);
            Redistributor& round = only ? *only : *passing;
            round.execute(std::span<Source const>(chosen<Source>(sources, part.arrays)), chosen<void*>(targets, part.arrays));
            note_held(round);
        }
        if (!only) release_pooled_buffers();
    }
};

Result<RoundRedistributor> RoundRedistributor::make(MultiPlan const& plan, MPI_Comm comm, RankLayouts const& layouts,
                                                    RedistributorOptions options, RoundMemory memory) {
    if (adds(plan)) return fail("the plan adds elements up, whose addends lie in memory whole; method sum does it without rounds");
    require(!options.schedule, "RoundRedistributor runs no schedule: leave RedistributorOptions::schedule out");
    options.least_shared = 0; // a sent message needs a buffer at each end, other transfers need one or none
    TRY(Redistributor::check(plan, comm, options));
    auto state = std::make_unique<State>(
        State{std::make_shared<ExchangeContext>(comm), PlanParts(plan, 1), layouts, std::move(options), memory});
    Communicator const& own = state->around->comm();
    TRY(together(own, [&] { return check_layouts(plan.plans(), own.rank(), layouts); }));
    auto const measure = [&] {
        state->predicted = peak_of(state->parts, *state->around, state->options, memory.straight);
        return state->predicted <= memory.bytes;
    };
    for (Index rounds = 1; !measure();) {
        if (rounds == most_rounds) return too_little(memory.bytes, state->parts.count(), state->predicted);
        rounds = next_try(rounds, state->predicted, memory.bytes);
        state->parts = PlanParts(plan, rounds);
    }
    if (state->parts.count() == 1)
        state->only = state->made(state->parts.part(0));
    else
        state->around->bound_memory();
    return RoundRedistributor(std::move(state));
}

RoundRedistributor::RoundRedistributor(std::unique_ptr<State> state) : state_(std::move(state)) {}
RoundRedistributor::RoundRedistributor(RoundRedistributor&&) noexcept = default;
RoundRedistributor& RoundRedistributor::operator=(RoundRedistributor&&) noexcept = default;
RoundRedistributor::~RoundRedistributor() = default;

void RoundRedistributor::execute(std::span<void const* const> sources, std::span<void* const> targets) {
    state_->run<void const*>(sources, targets);
}

void RoundRedistributor::execute(std::span<DistributedArray const* const> sources, std::span<void* const> targets) {
    state_->run<DistributedArray const*>(sources, targets);
}

Index RoundRedistributor::rounds() const {
    return state_->parts.count();
}

Index RoundRedistributor::predicted_bytes() const {
    return state_->predicted;
}

Index RoundRedistributor::held_bytes() const {
    return state_->held;
}

} // namespace tessera
