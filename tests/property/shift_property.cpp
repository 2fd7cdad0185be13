// SPDX-License-Identifier: BSD-3-Clause
// Tessera: grid shifts against a walk over every element.
#include "libcore/comm/shift/grid_shift.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/scene/messages/shift_scene.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/random_shift.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

BoxSet whole(Mapping const& mapping) {
    std::vector<PeriodicSet> dims;
    for (Index const extent : mapping.array().extents) dims.push_back(PeriodicSet::interval({0, extent}));
    return BoxSet(std::move(dims));
}

/// To whom, from where and where to.
using Delivered = std::tuple<Rank, Extents, Extents>;

void add_delivered(GridShift const& shift, ShiftMessage const& message, std::multiset<Delivered>& delivered) {
    Index elements = 0;
    for (ShiftPart const& part : message.parts) {
        std::vector<CopyAxis> const& axes = shift.plan().plans()[part.plan].map().axes;
        part.box.for_each([&](std::span<Index const> index) {
            Extents from(index.begin(), index.end());
            Extents to = from;
            for (std::size_t d = 0; d < axes.size(); ++d) {
                from[d] += axes[d].source->start;
                to[d] += axes[d].target->start;
            }
            delivered.insert({message.to, std::move(from), std::move(to)});
            ++elements;
        });
    }
    RC_ASSERT(elements == message.elements);
}

void the_plan_moves_every_element() {
    ShiftCase const c = random_shift();
    GridShift const& shift = c.shift;
    std::multiset<Delivered> planned;
    std::multiset<Delivered> received;
    for (Rank rank = 0; rank < shift.plan().ranks(); ++rank) {
        for (ShiftMessage const& message : shift.sends(rank)) add_delivered(shift, message, planned);
        for (ShiftMessage const& message : shift.receives(rank)) add_delivered(shift, message, received);
    }
    RC_ASSERT(planned == received);
    RC_ASSERT(shift.totals().elements == std::ssize(planned));
    std::multiset<Delivered> walked;
    Index lost = 0;
    whole(shift.mapping()).for_each([&](std::span<Index const> index) {
        if (!c.travels(index)) return;
        auto const place = c.target(index);
        lost += place ? 0 : 1;
        if (!place) return;
        for (Owner const& owner : shift.mapping().owners(*place))
            walked.insert({owner.rank, Extents(index.begin(), index.end()), *place});
    });
    RC_ASSERT(planned == walked);
    RC_ASSERT(shift.lost() == lost);
}

void runs_cover_the_memory_of_a_rank() {
    ShiftCase const c = random_shift();
    GridShift const& shift = c.shift;
    Mapping const& mapping = shift.mapping();
    for (Index position = 0; position < mapping.grid().size(); ++position) {
        if (!mapping.holds(position)) continue;
        std::map<Index, std::pair<std::optional<Rank>, Index>> runs;
        Index last = -1;
        for (ShiftRun const& run : shift_runs(shift, position)) {
            RC_ASSERT(run.offset > last);
            last = run.offset + run.count - 1;
            for (Index k = 0; k < run.count; ++k) runs[run.offset + k] = {run.to, run.to ? run.target_offset + k : 0};
        }
        LocalLayout const own(mapping, position);
        decltype(runs) walked;
        own.owned().for_each([&](std::span<Index const> index) {
            if (!c.travels(index)) return;
            auto& entry = walked[own.offset(*own.global_to_local(index))];
            auto const place = c.target(index);
            if (!place) return;
            Owner const owner = mapping.owners(*place)[as_size(mapping.replica(position))];
            LocalLayout const there(mapping, owner.position);
            entry = {owner.rank, there.offset(*there.global_to_local(*place))};
        });
        RC_ASSERT(runs == walked);
    }
}

void places_without_an_element_are_named() {
    ShiftCase const c = random_shift();
    GridShift const& shift = c.shift;
    std::set<Extents> reached;
    whole(shift.mapping()).for_each([&](std::span<Index const> index) {
        if (auto const place = c.target(index)) reached.insert(*place);
    });
    for (Index position = 0; position < shift.mapping().grid().size(); ++position) {
        auto const boxes = shift.unfilled(position);
        shift.mapping().owned(position).for_each([&](std::span<Index const> index) {
            auto const named = std::ranges::count_if(boxes, [&](BoxSet const& box) { return box.contains(index); });
            RC_ASSERT(named == (reached.contains(Extents(index.begin(), index.end())) || !c.wanted(index) ? 0 : 1));
        });
    }
}

/// How many elements go from a rank to another, or (nothing) out of the array.
using Ways = std::map<std::pair<Rank, std::optional<Rank>>, Index>;

/// What a cell of a picture says: "12 elements of rank 0: goes to rank 1", or "stays there", or "leaves the array".
struct SaidWay {
    Index elements = 0;
    Rank from = 0;
    std::optional<Rank> to;
};

std::optional<SaidWay> said_way(std::string const& words) {
    std::istringstream text(words);
    SaidWay way;
    std::string of;
    std::string ranks;
    std::string goes;
    char colon = 0;
    if (!(text >> way.elements >> ranks >> of >> ranks >> way.from >> colon >> goes) || of != "of" || ranks != "rank")
        return std::nullopt;
    if (goes == "inactive") return std::nullopt;
    if (goes == "stays") way.to = way.from;
    if (Rank to = 0; goes == "goes" && text >> goes >> ranks >> to) way.to = to;
    return way;
}

Ways ways_drawn(Scene const& picture) {
    Ways ways;
    std::set<std::pair<double, double>> seen; // a cell with a frame is drawn twice, the inner one last
    for (auto rect = picture.rects.rbegin(); rect != picture.rects.rend(); ++rect) {
        auto const way = said_way(rect->tooltip);
        if (!way || !seen.insert({rect->x + rect->width / 2, rect->y + rect->height / 2}).second) continue;
        ways[{way->from, way->to}] += way->elements;
    }
    return ways;
}

void the_picture_shows_every_way() {
    ShiftCase const c = random_shift();
    GridShift const& shift = c.shift;
    Mapping const& mapping = shift.mapping();
    RC_PRE(mapping.dims() <= 2);
    Ways walked;
    whole(mapping).for_each([&](std::span<Index const> index) {
        if (!c.travels(index)) return;
        auto const place = c.target(index);
        auto const to = place ? std::optional(mapping.owners(*place).front().rank) : std::nullopt;
        ++walked[{mapping.owners(index).front().rank, to}];
    });
    RC_ASSERT(ways_drawn(shift_picture(shift)) == walked);
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=5000");
    return exit_code({rc::check("the plan moves every element", the_plan_moves_every_element),
                      rc::check("runs cover the memory of a rank", runs_cover_the_memory_of_a_rank),
                      rc::check("places without an element are named", places_without_an_element_are_named),
                      rc::check("the picture shows every way", the_picture_shows_every_way)});
}
