// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the methods of redistribution: the papers' formulas against the owners of every element, and every element followed
// through the phases.
#include "libcore/redist/methods/index_formula.hpp"
#include "libcore/redist/methods/method.hpp"
#include "libcore/redist/methods/pitfalls_factor.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

using namespace tessera;
using namespace tessera::oracle;

namespace {

// The formulas of one dimension.

/// The global index of local element l, by Table 3.1 (from 0).
Index global_of(Index l, Index block, Index p, Index processors) {
    return l % block + (processors * (l / block) + p) * block;
}

Index textbook_cyclic_owner(Index index, Index block, Index processors) {
    return index / block % processors;
}

/// Walks a local array beside the runs that a formula visits.
void require_partners_of(void (*runs)(CyclicChange const&, Index, DealtRunVisit const&), CyclicChange const& c, Index mine,
                         Index theirs, Index p) {
    Index l = 0;
    runs(c, p, [&](DealtRun const& run) {
        RC_ASSERT(run.count > 0);
        for (Index i = 0; i < run.count; ++i, ++l) {
            Index const index = global_of(l, mine, p, c.processors);
            RC_ASSERT(index < c.extent);
            RC_ASSERT(textbook_cyclic_owner(index, theirs, c.processors) == run.partner);
        }
        return true;
    });
    RC_ASSERT(global_of(l, mine, p, c.processors) >= c.extent); // there is no further element
}

/// "In the order of the senders": a run of receives may skip elements, so only how many come from whom is compared.
void require_counts_of(CyclicChange const& c, Index p) {
    std::map<Index, Index> expected, found;
    for (Index l = 0; global_of(l, c.y, p, c.processors) < c.extent; ++l)
        ++expected[textbook_cyclic_owner(global_of(l, c.y, p, c.processors), c.x, c.processors)];
    block_to_cyclic_formula.receives(c, p, [&](DealtRun const& run) {
        found[run.partner] += run.count;
        return true;
    });
    RC_ASSERT(found == expected);
}

void require_formula(IndexFormula const& formula, CyclicChange const& c) {
    for (Index p = 0; p < c.processors; ++p) {
        require_partners_of(formula.sends, c, c.x, c.y, p);
        require_partners_of(formula.receives, c, c.y, c.x, p);
    }
}

bool index_formulas() {
    return rc::check("chapter 3's formulas name the owner of every element", [] {
        Index const processors = between(1, 12);
        Index const extent = between(0, 300);
        Index const y = between(1, 9);
        Index const x = y * between(1, 15);
        CyclicChange const down{0, extent, x, y, processors};
        require_formula(ky_to_y_formula, down);
        require_formula(x_to_kx_formula, down.reversed());
        CyclicChange const any{0, extent, between(1, 20), between(1, 20), processors};
        require_formula(general_formula, any);
        Index const m = std::max<Index>(ceil_div(extent, processors), 1) + between(0, 4);
        CyclicChange const block{0, extent, m, 1, processors};
        require_formula(block_to_cyclic_formula, block);
        for (Index p = 0; p < processors; ++p) require_counts_of(block, p);
        require_formula(cyclic_to_block_formula, block.reversed());
    });
}

bool pitfalls_are_the_factor() {
    return rc::check("PITFALLS give the same factor as the merge sweep", [] {
        Index const extent = between(0, 200);
        auto const side = [extent] {
            Index const coords = between(1, 8);
            auto const format = one_in(3) ? DistFormat::block() : DistFormat::cyclic(between(1, 12));
            return DimMapping::distributed(format, extent, coords).value();
        };
        DimTransfer const factor(side(), side());
        auto const pair = pitfalls_of(factor);
        RC_ASSERT(pair.has_value());
        std::map<std::pair<Index, Index>, Elements> found;
        for (PitfallsTransfer const& each : pitfalls_factor(*pair))
            for (Falls const& falls : each.sets)
                for (Index i = 0; i < falls.n; ++i)
                    for (Index k = falls.block(i).begin; k < falls.block(i).end; ++k)
                        RC_ASSERT((found[{each.source, each.target}].insert(k).second));
        std::map<std::pair<Index, Index>, Elements> expected;
        for (Index k = 0; k < extent; ++k) expected[{factor.source().owner(k), factor.target().owner(k)}].insert(k);
        RC_ASSERT(found == expected);
    });
}

// Phases.

/// Who holds each element of the iteration space, by its indices along the axes that the target has.
using Holders = std::map<Extents, std::set<Rank>>;

Extents along_target(std::span<Index const> k, CopyMap const& map) {
    Extents at;
    for (std::size_t a = 0; a < k.size(); ++a)
        if (map.axes[a].target) at.push_back(k[a]);
    return at;
}

Holders owners_of(Mapping const& mapping, RedistPlan const& plan, std::optional<CopySide> CopyAxis::*side) {
    std::vector<PeriodicSet> space;
    for (CopyAxis const& axis : plan.map().axes) space.push_back(PeriodicSet::interval({0, axis.extent}));
    Holders holders;
    BoxSet(space).for_each([&](std::span<Index const> k) {
        Extents index(as_size(mapping.dims()));
        for (std::size_t a = 0; a < k.size(); ++a)
            if (auto const& place = plan.map().axes[a].*side) index[as_size(place->dim)] = place->start + place->step * k[a];
        for (Owner const& owner : mapping.owners(index)) holders[along_target(k, plan.map())].insert(owner.rank);
    });
    return holders;
}

/// Moves every element as the messages say. Who sends one must hold it.
Holders moved(RedistPlan const& plan, Holders const& before) {
    Holders after;
    plan.for_each_message([&](Message const& message) {
        plan.box(message).for_each([&](std::span<Index const> k) {
            Extents const at = along_target(k, plan.map());
            RC_ASSERT(before.at(at).contains(message.from));
            after[at].insert(message.to);
        });
    });
    return after;
}

/// Follows the elements of each array through the phases it takes part in.
void require_delivery(CompositePlan const& composite) {
    auto const whole = composite.whole.plans();
    RedistTotals sum;
    for (std::size_t array = 0; array < whole.size(); ++array) {
        Holders holders = owners_of(whole[array].source(), whole[array], &CopyAxis::source);
        bool over = false;
        for (CompositePhase const& phase : composite.phases) {
            auto const found = std::ranges::find(phase.arrays, array);
            RC_ASSERT(found == phase.arrays.end() || !over);
            over = found == phase.arrays.end();
            if (over) continue;
            RedistPlan const& plan = phase.plan.plans()[as_size(found - phase.arrays.begin())];
            holders = moved(plan, holders);
            sum.moved += plan.totals().moved;
        }
        RC_ASSERT(holders == owners_of(whole[array].target(), whole[array], &CopyAxis::target));
    }
    RC_ASSERT(composite.totals().moved == sum.moved);
}

/// One dimension at a time: owners change along one axis in a phase, or along the two that change places.
void require_small_steps(CompositePlan const& composite) {
    if (composite.phases.size() == 1) return;
    for (CompositePhase const& phase : composite.phases) {
        auto const changes = [](DimTransfer const& factor) { return !(factor.source() == factor.target()); };
        auto const changed = std::ranges::count_if(phase.plan.plans().front().factors(), changes);
        RC_ASSERT(changed <= 2);
        Extents const& grid = phase.plan.plans().front().source().grid().extents();
        if (std::ranges::find(grid, 1) == grid.end()) RC_ASSERT(changed >= 1); // one coordinate alone has nothing to change
    }
}

/// Tries every method; those that cover the plan deliver. Returns how many did with more than one phase.
template <class AlsoRequired>
int try_methods(MultiPlan const& plan, AlsoRequired const& also_required) {
    int composed = 0;
    for (MethodInfo const& info : methods()) {
        auto const composite = compose(info.name, plan);
        if (!composite) {
            RC_ASSERT(composite.error().message.find("does not apply") != std::string::npos);
            continue;
        }
        RC_ASSERT(!composite->phases.empty());
        require_delivery(*composite);
        also_required(*composite);
        (void)explain(*composite);
        if (composite->phases.size() > 1) ++composed;
    }
    return composed;
}

DistFormat cyclic_format() {
    return one_in(3) ? DistFormat::block() : DistFormat::cyclic(one_in(3) ? 1 : between(1, 6));
}

/// The array on the grid, each processor dimension dealing out another dimension of the array, in order.
Mapping on_grid(MappingSpec spec, std::vector<bool> const& shared) {
    for (bool const is : shared) spec.formats.push_back(is ? cyclic_format() : DistFormat::collapsed());
    return Mapping::make(spec).value();
}

/// Which dimensions are distributed: `count` of `dims`.
std::vector<bool> shared_dims(std::size_t dims, std::size_t count) {
    std::vector<bool> shared(dims, false);
    auto const order = random_order(static_cast<Index>(dims));
    for (std::size_t i = 0; i < count; ++i) shared[as_size(order[i])] = true;
    return shared;
}

bool plain_arrays() {
    static int two_phases = 0;
    bool const passed = rc::check("block and cyclic arrays by every method", [] {
        MappingSpec spec;
        auto const dims = as_size(between(1, 3));
        for (std::size_t d = 0; d < dims; ++d) spec.array.extents.push_back(between(1, dims == 1 ? 60 : 9));
        spec.array.lower.assign(dims, 1);
        auto const distributed = as_size(between(1, static_cast<Index>(dims)));
        for (std::size_t p = 0; p < distributed; ++p) spec.processors.extents.push_back(between(1, distributed == 1 ? 6 : 3));
        spec.processors.lower.assign(distributed, 1);
        auto const from = shared_dims(dims, distributed);
        auto const to = one_in(2) ? from : shared_dims(dims, distributed);
        auto const plan = RedistPlan::make(on_grid(spec, from), on_grid(spec, to)).value();
        two_phases += try_methods(MultiPlan::make({plan}).value(), require_small_steps);
    });
    return passed && two_phases > cases_of_tier(500); // the generator makes what it is meant to make
}

bool any_arrays() {
    return rc::check("any mappings and copies by every method that covers them", [] {
        std::vector<RedistPlan> plans;
        for (Index count = between(1, 2); count > 0; --count) {
            auto const [map, source_extents, target_extents] = random_copy();
            Mapping const source = random_mapping(source_extents, 8);
            Mapping target = random_mapping(target_extents, 8);
            if (one_in(2) && source_extents == target_extents) { // the same grid: methods of several phases have a chance
                MappingSpec other = target.spec();
                other.processors = source.spec().processors;
                other.onto = source.spec().onto;
                if (auto again = Mapping::make(other)) target = *std::move(again);
            }
            plans.push_back(RedistPlan::make(source, target, map).value());
        }
        (void)try_methods(MultiPlan::make(plans).value(), [](CompositePlan const&) {});
    });
}

bool copies_by_relays() {
    static std::map<std::string_view, int> in_phases;
    bool const passed = rc::check("copies by relays", [] {
        auto const [map, source_extents, target_extents] = random_copy();
        auto const plan =
            RedistPlan::make(random_mapping(source_extents, 8), mapping_with_copies(target_extents, between(2, 8), 24), map);
        (void)try_methods(MultiPlan::make({plan.value()}).value(), [](CompositePlan const& composite) {
            if (composite.phases.size() > 1) ++in_phases[composite.method->name];
        });
    });
    bool enough = true; // the generator makes what it is meant to make
    for (char const* method : {"tree", "all-gather", "halving"}) enough = enough && in_phases[method] > cases_of_tier(300);
    return passed && enough;
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=3000");
    return exit_code({index_formulas(), pitfalls_are_the_factor(), plain_arrays(), any_arrays(), copies_by_relays()});
}
