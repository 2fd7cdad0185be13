// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reshapes against a walk over the linear order: who holds each element, and where in its memory.
#include "libcore/mapping/declared_boxes.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/redist/redist_plan.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/random_reshape.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// Where each rank keeps each linear position of an array.
using Places = std::map<std::pair<Index, Rank>, Index>; // (position, rank) -> offset in memory

Places places_of(Mapping const& mapping) {
    Places places;
    for (Index position = 0; position < mapping.volume(); ++position) {
        Extents const index = index_in_order(mapping.array(), position);
        for (Owner const& owner : mapping.owners(index)) {
            LocalLayout const layout(mapping, owner.position);
            places[{position, owner.rank}] = layout.offset(layout.global_to_local(index).value());
        }
    }
    return places;
}

/// Returns the linear positions of a box in a shape, ascending.
std::vector<Index> linear_positions(ArraySpec const& array, BoxSet const& box) {
    std::vector<Index> positions;
    box.for_each([&](std::span<Index const> index) {
        Index position = 0;
        for (std::size_t k = index.size(); k-- > 0;) {
            std::size_t const d = array.order == StorageOrder::Fortran ? k : index.size() - 1 - k;
            position = position * array.extents[d] + index[d];
        }
        positions.push_back(position);
    });
    std::ranges::sort(positions);
    return positions;
}

/// Each rank holds the same elements at the same offsets in both shapes.
void require_same_memory(Mapping const& declared, Mapping const& seen) {
    RC_ASSERT(seen.volume() == declared.volume());
    RC_ASSERT(seen.replicas() == declared.replicas());
    RC_ASSERT(places_of(seen) == places_of(declared));
    for (Index position = 0; position < seen.grid().size(); ++position) {
        Index const there = declared.grid().position(seen.grid().rank(position)).value();
        RC_ASSERT(seen.holds(position) == declared.holds(there));
        RC_ASSERT(seen.owned_count(position) == declared.owned_count(there));
        if (!seen.holds(position)) continue;
        RC_ASSERT(seen.replica(position) == declared.replica(there));
        RC_ASSERT(LocalLayout(seen, position).allocation_size() == LocalLayout(declared, there).allocation_size());
    }
}

/// The boxes of the declared shape hold these linear positions.
void require_boxes(Mapping const& seen, DimGroups const& groups, BoxSet const& box, std::vector<Index> const& positions) {
    ArraySpec const& declared = seen.spec().array;
    auto const boxes = declared_boxes(declared, groups, box, 1000);
    RC_ASSERT(boxes.has_value());
    std::vector<Index> found;
    for (BoxSet const& each : *boxes) std::ranges::copy(linear_positions(declared, each), std::back_inserter(found));
    std::ranges::sort(found);
    RC_ASSERT(found == positions);
    if (boxes->size() > 1) RC_ASSERT(!declared_boxes(declared, groups, box, boxes->size() - 1));
}

/// Every receiver gets each element once, from a rank that holds it, and from itself if it holds it.
void require_delivery(RedistPlan const& plan, Places const& source, Places const& target) {
    std::set<std::pair<Index, Rank>> delivered;
    RedistTotals counted;
    std::map<Rank, Index> sends, receives;
    plan.for_each_message([&](Message const& message) {
        auto const from = linear_positions(plan.source().array(), plan.source_box(message));
        RC_ASSERT(from == linear_positions(plan.target().array(), plan.target_box(message)));
        RC_ASSERT(std::ssize(from) == message.elements);
        require_boxes(plan.source(), plan.map().source_groups, plan.source_box(message), from);
        require_boxes(plan.target(), plan.map().target_groups, plan.target_box(message), from);
        for (Index const position : from) {
            RC_ASSERT(source.contains({position, message.from}));
            RC_ASSERT(target.contains({position, message.to}));
            RC_ASSERT((message.from == message.to) == source.contains({position, message.to}));
            RC_ASSERT(delivered.emplace(position, message.to).second);
        }
        counted.elements += message.elements;
        (message.from == message.to ? counted.kept : counted.moved) += message.elements;
        if (message.from == message.to) return;
        ++counted.messages;
        counted.max_sends = std::max(counted.max_sends, ++sends[message.from]);
        counted.max_receives = std::max(counted.max_receives, ++receives[message.to]);
    });
    RC_ASSERT(delivered.size() == target.size());
    counted.bytes_moved = counted.moved * plan.source().array().type.bytes;
    RC_ASSERT(plan.totals() == counted);
}

bool any_reshape() {
    return rc::check("reshapes between any two mappings", [] {
        auto const [source, target, map] = random_reshape(24);
        auto const plan = RedistPlan::make(source, target, map);
        if (!plan) RC_FAIL(plan.error().message);
        RC_ASSERT(plan->source().declared().spec() == source.spec());
        RC_ASSERT(plan->target().declared().spec() == target.spec());
        require_same_memory(source, plan->source());
        require_same_memory(target, plan->target());
        require_delivery(*plan, places_of(source), places_of(target));
    });
}

/// The owners of i + n*j follow from those of i and j, and the coordinates likewise.
bool any_product() {
    return rc::check("products of two dimensions", [] {
        DimMapping const fast = random_dim_mapping(between(1, 40), 5);
        DimMapping const slow = random_dim_mapping(between(1, 40), 5);
        auto const product = DimMapping::product(fast, slow).value();
        RC_ASSERT(product.extent() == fast.extent() * slow.extent());
        RC_ASSERT(product.coords() == fast.coords() * slow.coords());
        std::vector<Index> counts(static_cast<std::size_t>(product.coords()), 0);
        for (Index position = 0; position < product.extent(); ++position) {
            Index const owner = fast.owner(position % fast.extent()) + fast.coords() * slow.owner(position / fast.extent());
            RC_ASSERT(product.owner(position) == owner);
            ++counts[static_cast<std::size_t>(owner)];
        }
        for (Index coord = 0; coord < product.coords(); ++coord) {
            RC_ASSERT(product.count(coord) == counts[static_cast<std::size_t>(coord)]);
            PeriodicSet const owned = product.owned(coord);
            RC_ASSERT(owned.count() == product.count(coord));
            for (Index k = 0; k < owned.count(); ++k) RC_ASSERT(product.owner(owned.element(k)) == coord);
        }
    });
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=5000");
    return exit_code({any_product(), any_reshape()});
}
