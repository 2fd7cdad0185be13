// SPDX-License-Identifier: BSD-3-Clause
// Tessera: movers of the C interface.
#include "libcore/api/c/collective_call.hpp"
#include "libcore/api/c/handles.hpp"
#include "libcore/api/c/part_address.hpp"
#include "libcore/api/c/tessera_mpi.h"
#include "libcore/base/try.hpp"
#include "libcore/redist/methods/method.hpp"
#include "libcore/redist/summed_plan.hpp"
#include "libcore/runtime/move/composite_redistributor.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tessera::api {

/// One side of one array on this rank.
struct MoverSide {
    Index size = 0;                  ///< elements that this rank stores; 0 if it holds nothing
    std::ptrdiff_t bytes_before = 0; ///< from the lowest element to the caller's pointer
};

} // namespace tessera::api

struct tessera_mover {
    tessera::CompositeRedistributor mover;
    std::vector<tessera::api::MoverSide> sources;
    std::vector<tessera::api::MoverSide> targets;
    bool under_way = false;

    void begin(void const* const* from, void* const* to);
    void finish() {
        if (std::exchange(under_way, false)) mover.end();
    }
};

namespace tessera::api {
namespace {

constexpr std::array transports = {Transport::Auto,      Transport::Shared,    Transport::PointToPoint,
                                   Transport::Alltoallv, Transport::Alltoallw, Transport::Persistent};

/// Returns the options with defaults for what the caller's version does not have. Error: a size that no version has.
Result<tessera_mover_options> options_of(tessera_mover_options const* given) {
    auto options = TRY(given_or<tessera_mover_options>(given, TESSERA_MOVER_OPTIONS, "options", "TESSERA_MOVER_OPTIONS"));
    if (options.transport < 0 || options.transport >= std::ssize(transports))
        return fail(fmt::format("{} is no transport; see enum tessera_transport", options.transport));
    return options;
}

/// Everything that this rank needs before the ranks make a mover together.
struct MoverParts {
    CompositePlan plan;
    RankLayouts layouts;
    CompositeOptions options;
    std::vector<MoverSide> sources = {};
    std::vector<MoverSide> targets = {};
};

Result<MultiPlan> joined_plan(tessera_plan const* const* plans, int64_t count) {
    if (count < 1) return fail(fmt::format("{} plans; a mover needs at least 1", count));
    std::vector<RedistPlan> all;
    for (int64_t i = 0; i < count; ++i) {
        if (plans[i] == nullptr) return fail(fmt::format("plan {} is null", i));
        auto const transition = TRY(only_transition(*plans[i]));
        auto const own = transition->plan->plans();
        all.insert(all.end(), own.begin(), own.end());
    }
    return MultiPlan::make(std::move(all));
}

std::vector<ElementUpdate> updates_of_options(tessera_mover_options const& options) {
    ElementUpdate const update{.alpha = {options.alpha[0], options.alpha[1]},
                               .beta = {options.beta[0], options.beta[1]},
                               .conjugate = options.conjugate != 0};
    bool const copies = update.alpha == ElementUpdate{}.alpha && update.beta == ElementUpdate{}.beta && !update.conjugate;
    return copies ? std::vector<ElementUpdate>{} : std::vector{update};
}

/// Replaces the layouts of one side (RedistPlan::source or target) by the caller's strides, where there are any.
Result<std::vector<MoverSide>> placed_sides(std::vector<std::optional<LocalLayout>>& layouts, std::span<RedistPlan const> plans,
                                            Mapping const& (RedistPlan::*side_of)() const, int64_t const* const* strides,
                                            Rank rank) {
    std::vector<MoverSide> sides;
    for (std::size_t i = 0; i < layouts.size(); ++i) {
        MoverSide side{layouts[i] ? layouts[i]->allocation_size() : 0};
        if (side.size > 0 && strides != nullptr && strides[i] != nullptr) {
            Mapping const& mapping = (plans[i].*side_of)();
            auto const dims = as_size(mapping.dims());
            LocalStorage const storage{Extents(strides[i], strides[i] + dims), std::vector<ShadowWidth>(dims)};
            auto own = TRY(LocalLayout::strided(mapping, *mapping.grid().position(rank), storage));
            side.size = own.allocation_size();
            side.bytes_before = own.first_offset() * mapping.array().type.bytes;
            layouts[i] = std::move(own);
        }
        sides.push_back(side);
    }
    return sides;
}

Result<MoverParts> parts_of(tessera_plan const* const* plans, int64_t count, tessera_mover_options const* given, Rank rank) {
    auto const options = TRY(options_of(given));
    auto const whole = TRY(joined_plan(plans, count));
    auto composed = TRY(compose(plain_method(whole), whole));
    MoverParts parts{std::move(composed), RankLayouts::standard(whole.plans(), rank), {}};
    parts.sources = TRY(placed_sides(parts.layouts.sources, whole.plans(), &RedistPlan::source, options.source_strides, rank));
    parts.targets = TRY(placed_sides(parts.layouts.targets, whole.plans(), &RedistPlan::target, options.target_strides, rank));
    RedistributorOptions phase;
    phase.transport = transports[as_size(options.transport)];
    parts.options.phases = {phase};
    parts.options.updates = updates_of_options(options);
    parts.options.with_return = options.with_return != 0;
    if (parts.options.with_return && !parts.options.updates.empty())
        return fail("with_return is possible only without alpha, beta and conjugate");
    return parts;
}

/// Checks the caller's addresses of one side. Errors: as check_part_address, for a part that this rank holds.
template <class Pointer>
Result<void> check_parts(char const* name, Pointer const* pointers, std::vector<MoverSide> const& sides) {
    for (std::size_t i = 0; i < sides.size(); ++i)
        if (sides[i].size > 0) TRY(check_part_address(pointers[i], fmt::format("{}[{}]", name, i)));
    return {};
}

Result<void> check_ends(tessera_mover const& mover, void const* const* sources, void const* const* targets) {
    if (mover.under_way) return fail("a move is under way; call tessera_mover_end first");
    TRY(check_parts("sources", sources, mover.sources));
    TRY(check_parts("targets", targets, mover.targets));
    for (std::size_t i = 0; i < mover.sources.size(); ++i)
        if (mover.sources[i].size > 0 && mover.targets[i].size > 0 && sources[i] == targets[i])
            return fail(fmt::format("sources[{0}] and targets[{0}] are the same memory", i));
    return {};
}

/// Returns the addresses of the lowest elements.
template <class Byte, class Pointer>
std::vector<Pointer> allocations(Pointer const* pointers, std::vector<MoverSide> const& sides) {
    std::vector<Pointer> starts;
    for (std::size_t i = 0; i < sides.size(); ++i)
        starts.push_back(sides[i].size > 0 ? static_cast<Byte*>(pointers[i]) - sides[i].bytes_before : nullptr);
    return starts;
}

} // namespace
} // namespace tessera::api

using namespace tessera::api;
using tessera::Result;

void tessera_mover::begin(void const* const* from, void* const* to) {
    mover.begin(allocations<std::byte const>(from, sources), allocations<std::byte>(to, targets));
    under_way = true;
}

int tessera_mover_make(tessera_plan const* const* plans, int64_t count, MPI_Comm comm, tessera_mover_options const* options,
                       tessera_mover** result) {
    std::optional<MoverParts> parts;
    return guarded_together(
        __func__, comm, {{plans, "plans"}, {result, "result"}},
        [&](tessera::Communicator const& all) -> Result<void> {
            parts = TRY(parts_of(plans, count, options, all.rank()));
            return {};
        },
        [&]() -> Result<void> {
            auto made = TRY(tessera::CompositeRedistributor::make(parts->plan, comm, parts->layouts, parts->options));
            *result = new tessera_mover{std::move(made), std::move(parts->sources), std::move(parts->targets)};
            return {};
        });
}

int tessera_mover_parse(char const* array, char const* from, char const* to, MPI_Comm comm, tessera_mover_options const* options,
                        tessera_mover** result) {
    tessera_plan* plan = nullptr;
    int ranks = 0;
    int planned = TESSERA_OK;
    // A list "@file" may be readable on some ranks only, so the ranks agree on the plan.
    int status = guarded_together(
        __func__, comm, {{array, "array"}, {from, "from"}, {to, "to"}, {result, "result"}},
        [&](tessera::Communicator const& all) -> Result<void> {
            ranks = all.size();
            planned = tessera_plan_parse(array, from, to, ranks, &plan);
            return planned == TESSERA_OK ? Result<void>() : tessera::fail(tessera_error_message());
        },
        [] { return Result<void>(); });
    if (status == TESSERA_OK) {
        status = tessera_mover_make(&plan, 1, comm, options, result);
    } else if (planned != TESSERA_OK) {
        status = planned;
        tessera_plan_parse(array, from, to, ranks, &plan); // sets this rank's error again, with its place
    }
    tessera_plan_free(plan);
    return status;
}

int tessera_mover_parse_f(char const* array, char const* from, char const* to, MPI_Fint comm, tessera_mover_options const* options,
                          tessera_mover** result) {
    return tessera_mover_parse(array, from, to, MPI_Comm_f2c(comm), options, result);
}

int tessera_mover_make_f(tessera_plan const* const* plans, int64_t count, MPI_Fint comm, tessera_mover_options const* options,
                         tessera_mover** result) {
    return tessera_mover_make(plans, count, MPI_Comm_f2c(comm), options, result);
}

void tessera_mover_free(tessera_mover* mover) {
    free_handle(mover);
}

int tessera_mover_arrays(tessera_mover const* mover, int64_t* count) {
    return guarded(__func__, {{mover, "mover"}, {count, "count"}}, [&]() -> Result<void> {
        *count = std::ssize(mover->sources);
        return {};
    });
}

int tessera_mover_sizes(tessera_mover const* mover, int64_t array, int64_t* source, int64_t* target) {
    return guarded(__func__, {{mover, "mover"}, {source, "source"}, {target, "target"}}, [&]() -> Result<void> {
        if (array < 0 || array >= std::ssize(mover->sources))
            return tessera::fail(
                fmt::format("there is no array {}; the arrays are 0 to {}", array, std::ssize(mover->sources) - 1));
        *source = mover->sources[tessera::as_size(array)].size;
        *target = mover->targets[tessera::as_size(array)].size;
        return {};
    });
}

int tessera_mover_run(tessera_mover* mover, void const* const* sources, void* const* targets) {
    int const begun = tessera_mover_begin(mover, sources, targets);
    return begun == TESSERA_OK ? tessera_mover_end(mover) : begun;
}

int tessera_mover_begin(tessera_mover* mover, void const* const* sources, void* const* targets) {
    return guarded(__func__, {{mover, "mover"}, {sources, "sources"}, {targets, "targets"}}, [&]() -> Result<void> {
        TRY(check_ends(*mover, sources, targets));
        mover->begin(sources, targets);
        return {};
    });
}

int tessera_mover_end(tessera_mover* mover) {
    return end_call(__func__, mover, "mover", "no move is under way; call tessera_mover_begin first");
}

int tessera_mover_run_back(tessera_mover* mover, void* const* sources, void const* const* targets) {
    return guarded(__func__, {{mover, "mover"}, {sources, "sources"}, {targets, "targets"}}, [&]() -> Result<void> {
        TRY(check_ends(*mover, sources, targets));
        mover->mover.execute_back(allocations<std::byte>(sources, mover->sources),
                                  allocations<std::byte const>(targets, mover->targets));
        return {};
    });
}

int tessera_mover_cost(tessera_mover const* mover, tessera_mover_costs* costs) {
    return guarded(__func__, {{mover, "mover"}, {costs, "costs"}}, [&]() -> Result<void> {
        tessera::RedistributorCosts const own = mover->mover.costs();
        *costs = {own.messages_sent, own.messages_received, own.bytes_sent, own.bytes_received, own.bytes_kept, own.buffer_bytes};
        return {};
    });
}
