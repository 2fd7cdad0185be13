// SPDX-License-Identifier: BSD-3-Clause
// Tessera: halos against a walk over every element and every offset.
#include "libcore/comm/halo/halo_layout.hpp"
#include "libcore/comm/halo/halo_packing.hpp"
#include "libcore/comm/halo/halo_totals.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/random_halo.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <tuple>

using namespace tessera;
using namespace tessera::oracle;

namespace {

HaloCase random_case() {
    return random_halo(random_mapping_spec(random_halo_extents(), static_cast<Rank>(between(1, 12))));
}

Rank owner_for(HaloCase const& c, Index position, Extents const& element) {
    return c.mapping().owners(element)[as_size(c.mapping().replica(position))].rank;
}

/// Every place of the halo of a position, with the rank that its element comes from.
std::map<Extents, Rank> walked_senders(HaloCase const& c, Index position) {
    std::map<Extents, Rank> halo;
    for (auto const& [place, element] : walked_halo(c, position)) halo[place] = owner_for(c, position, element);
    return halo;
}

/// The same from the plan. Each place once.
std::map<Extents, Rank> planned_halo(HaloCase const& c, Rank rank) {
    std::map<Extents, Rank> halo;
    for (HaloMessage const& message : c.plan.receives(rank)) {
        RC_ASSERT(message.to == rank);
        Index elements = 0;
        for (HaloBox const& box : message.boxes) {
            box.elements.for_each([&](std::span<Index const> index) {
                RC_ASSERT(halo.emplace(moved_by(index, box.distance), message.from).second);
                ++elements;
            });
        }
        RC_ASSERT(elements == message.elements);
    }
    return halo;
}

std::vector<Index> holders(Mapping const& mapping) {
    std::vector<Index> positions;
    for (Index position = 0; position < mapping.grid().size(); ++position)
        if (mapping.holds(position)) positions.push_back(position);
    return positions;
}

void every_place_is_filled_once() {
    HaloCase const c = random_case();
    for (Index const position : holders(c.mapping()))
        RC_ASSERT(planned_halo(c, c.mapping().grid().rank(position)) == walked_senders(c, position));
}

using Sent = std::tuple<Rank, Rank, Index, std::vector<Extents>>;

/// With the first element of every box: both ends pack in the same order.
Sent sent(HaloMessage const& message) {
    std::vector<Extents> firsts;
    for (HaloBox const& box : message.boxes) firsts.push_back(box.elements.element(0));
    return {message.from, message.to, message.elements, firsts};
}

void both_ends_agree() {
    HaloCase const c = random_case();
    std::set<Sent> sends;
    std::set<Sent> receives;
    for (Index const position : holders(c.mapping())) {
        Rank const rank = c.mapping().grid().rank(position);
        for (HaloMessage const& message : c.plan.sends(rank)) sends.insert(sent(message));
        for (HaloMessage const& message : c.plan.receives(rank)) receives.insert(sent(message));
    }
    RC_ASSERT(sends == receives);
}

bool are_intervals(std::span<PeriodicSet const> sets) {
    return std::ranges::all_of(sets, [](PeriodicSet const& set) { return set.run_count() <= 1; });
}

void shares_are_those_of_the_messages() {
    HaloCase const c = random_case();
    auto const shares = HaloShares::make(c.plan).value();
    HaloTotals sum;
    for (Index const position : holders(c.mapping())) {
        Rank const rank = c.mapping().grid().rank(position);
        HaloShare share{.owned = c.mapping().owned_count(position)};
        std::set<Rank> partners;
        for (auto const& [place, from] : walked_senders(c, position)) {
            if (from == rank) continue;
            partners.insert(from);
            ++share.elements;
        }
        share.partners = std::ssize(partners);
        RC_ASSERT(shares.of(position) == share);
        sum.elements += share.elements;
        sum.messages += share.partners;
    }
    RC_ASSERT(shares.totals().elements == sum.elements);
    RC_ASSERT(shares.totals().messages == sum.messages);
    auto const messages = messages_of(c.plan).value();
    Index most_sent = 0;
    for (Index const position : holders(c.mapping())) {
        Index sent = 0;
        for (HaloMessage const& message : c.plan.sends(c.mapping().grid().rank(position)))
            if (message.from != message.to) sent += message.elements;
        most_sent = std::max(most_sent, sent);
    }
    Index const known = shares.largest_known_send().value();
    RC_ASSERT(known <= most_sent);
    RC_ASSERT((known > 0) <= (sum.messages > 0));
    RC_ASSERT(messages.total_bytes() == shares.totals().bytes);
    RC_ASSERT(messages.messages() == sum.messages);
}

/// In a walk over the elements of a box in the order of memory, a stretch ends where the next one does not lie beside.
void stretches_are_those_of_memory() {
    HaloCase const c = random_case();
    for (Index const position : holders(c.mapping())) {
        HaloLayout const layout(c.plan, position);
        for (HaloMessage const& message : c.plan.sends(c.mapping().grid().rank(position)))
            for (HaloBox const& box : message.boxes) {
                std::set<Index> offsets;
                box.elements.for_each([&](std::span<Index const> index) { offsets.insert(layout.offset(index)); });
                Index stretches = 0;
                for (Index const offset : offsets) stretches += offsets.contains(offset - 1) ? 0 : 1;
                // Runs that meet in memory count for themselves: indices of a cyclic dimension, or the end of a line and the begin
                // of the next one.
                RC_ASSERT(stretches_of(box.elements, layout) >= stretches);
                if (are_intervals(layout.places()) && are_intervals(box.elements.dims()))
                    RC_ASSERT(stretches_of(box.elements, layout) == stretches);
            }
    }
}

/// The interior reads nothing of the halo; and of a star or a box, nothing else of the rank does so.
void interior_reads_no_halo() {
    HaloCase const c = random_case();
    bool const exact = !c.plan.where() && c.plan.stencil().points() == std::ssize(c.offsets) &&
                       c.offsets == shape_offsets(c.mapping().dims(), 1, false);
    for (Index const position : holders(c.mapping())) {
        BoxSet const interior = c.plan.interior(position);
        RC_ASSERT(interior.count() == c.plan.interior_count(position));
        auto const boundary = c.plan.boundary(position);
        auto const halo = walked_halo(c, position);
        c.mapping().owned(position).for_each([&](std::span<Index const> index) {
            bool const inside = interior.contains(index);
            RC_ASSERT(inside == std::ranges::none_of(boundary, [&](BoxSet const& box) { return box.contains(index); }));
            bool reads = false;
            for (Extents const& offset : c.offsets) reads = reads || halo.contains(moved_by(index, offset));
            RC_ASSERT(!(inside && reads));
            if (exact) RC_ASSERT(inside == !reads);
        });
    }
}

void neighbours_are_neighbours_in_memory() {
    HaloCase const c = random_case();
    for (Index const position : holders(c.mapping())) {
        HaloLayout const layout(c.plan, position);
        std::set<Index> used;
        BoxSet(layout.places()).for_each([&](std::span<Index const> place) { used.insert(layout.offset(place)); });
        RC_ASSERT(std::ssize(used) == layout.allocation_size());
        RC_ASSERT((used.empty() || (*used.begin() == 0 && *used.rbegin() == layout.allocation_size() - 1)));
        c.mapping().owned(position).for_each([&](std::span<Index const> index) {
            for (Extents const& offset : c.offsets) {
                Index distance = 0;
                for (std::size_t d = 0; d < offset.size(); ++d) distance += offset[d] * layout.strides()[d];
                RC_ASSERT(layout.offset(moved_by(index, offset)) == layout.offset(index) + distance);
            }
        });
    }
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=3000");
    return exit_code({rc::check("every place is filled once, by its owner", every_place_is_filled_once),
                      rc::check("both ends agree on every message", both_ends_agree),
                      rc::check("shares and totals are those of the messages", shares_are_those_of_the_messages),
                      rc::check("the interior reads no halo", interior_reads_no_halo),
                      rc::check("stretches are those of memory", stretches_are_those_of_memory),
                      rc::check("neighbours are neighbours in memory", neighbours_are_neighbours_in_memory)});
}
