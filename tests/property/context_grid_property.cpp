// SPDX-License-Identifier: BSD-3-Clause
// Tessera: boxes of grids under contexts, against a walk over every place.
#include "libcore/comm/context/context_grid.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// Any order of the dimensions, gaps, backwards ones; rows do not interleave.
GridAddresses random_places(Extents const& shape) {
    std::vector<std::size_t> order(shape.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[as_size(between(0, std::ssize(order) - 1))]);
    GridAddresses places{Extents(shape.size(), 1), between(0, 3)};
    Index reach = one_in(2) ? 1 : 2;
    for (std::size_t const d : order) {
        places.strides[d] = one_in(4) ? -reach : reach;
        if (places.strides[d] < 0) places.first += reach * std::max<Index>(shape[d] - 1, 0);
        reach = reach * std::max<Index>(shape[d], 1) + (one_in(3) ? between(1, 5) : 0);
    }
    return places;
}

Index at(GridAddresses const& places, Extents const& index) {
    Index place = places.first;
    for (std::size_t d = 0; d < index.size(); ++d) place += index[d] * places.strides[d];
    return place;
}

/// Ascending runs within [0, extent), and where each index of them lies there.
std::vector<GridRun> random_grid_runs(Index extent) {
    std::vector<GridRun> runs;
    Index there = 0;
    for (Index here = between(0, 2); here < extent;) {
        Index const count = between(1, extent - here);
        runs.push_back({here, there, count});
        here += count + between(0, 2);
        there += count + between(0, 3);
    }
    return runs;
}

template <class Visit>
void for_each_index(Extents const& shape, Visit const& visit) {
    if (std::ranges::find(shape, 0) != shape.end()) return;
    Extents index(shape.size(), 0);
    for (;;) {
        visit(index);
        std::size_t d = 0;
        while (d < index.size() && ++index[d] == shape[d]) index[d++] = 0;
        if (d == index.size()) return;
    }
}

std::optional<Index> there_of(std::vector<GridRun> const& runs, Index here) {
    for (GridRun const& run : runs)
        if (run.here <= here && here < run.here + run.count) return run.there + here - run.here;
    return std::nullopt;
}

void finds_every_active_place() {
    Extents shape;
    for (Index d = between(0, 4); d > 0; --d) shape.push_back(one_in(20) ? 0 : between(1, 6));
    GridAddresses const numbers = random_places(shape);
    GridAddresses const memory = random_places(shape);
    ContextGrid grid(shape, numbers, memory);
    std::vector<GridBox> boxes;
    for (Index n = between(0, 3); n > 0; --n) {
        GridBox box;
        for (Index const extent : shape) box.dims.push_back(random_grid_runs(extent));
        for (std::size_t d = 0; d < shape.size(); ++d) box.there.strides.push_back(between(-50, 50));
        box.there.first = between(-9, 9);
        grid.add(box);
        boxes.push_back(box);
    }
    Index positions = between(1, 9);
    for_each_index(shape, [&](Extents const& index) { positions = std::max(positions, at(numbers, index) + 1); });
    Index const percent = *rc::gen::element<Index>(0, 5, 50, 95, 100);
    std::vector<bool> flags;
    for (Index i = 0; i < positions; ++i) flags.push_back(between(0, 99) < percent);
    Context const context = Context::everywhere(positions).where([&](Index i) { return flags[as_size(i)]; });

    using Found = std::tuple<std::size_t, Index, Index>; // box, in memory, there
    std::multiset<Found> walked;
    for_each_index(shape, [&](Extents const& index) {
        if (!flags[as_size(at(numbers, index))]) return;
        for (std::size_t b = 0; b < boxes.size(); ++b) {
            Extents there;
            for (std::size_t d = 0; d < index.size(); ++d)
                if (auto const place = there_of(boxes[b].dims[d], index[d])) there.push_back(*place);
            if (there.size() == index.size()) walked.insert({b, at(memory, index), at(boxes[b].there, there)});
        }
    });
    std::multiset<Found> found;
    grid.for_each(context, [&](BoxRun const& s) {
        RC_ASSERT(s.count > 0);
        for (Index k = 0; k < s.count; ++k) found.insert({s.box, s.from + k * s.from_step, s.to + k * s.to_step});
    });
    RC_ASSERT(found == walked);
}

void runs_of_sets_are_their_numbers() {
    PeriodicSet const stored = random_sample().set;
    RC_PRE(!stored.empty());
    Index const begin = between(0, stored.bounds().size());
    PeriodicSet const part = stored.clipped({stored.bounds().begin + begin, stored.bounds().end});
    Index const distance = between(-20, 20);
    std::vector<Index> found;
    for (GridRun const& run : grid_runs(part.shifted(-distance), stored, distance))
        for (Index k = 0; k < run.count; ++k) {
            RC_ASSERT(run.there + k == std::ssize(found));
            found.push_back(run.here + k);
        }
    std::vector<Index> walked;
    for (Index k = 0; k < part.count(); ++k) walked.push_back(stored.position(part.element(k)));
    RC_ASSERT(found == walked);
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=3000");
    return exit_code({rc::check("a grid finds every active place", finds_every_active_place),
                      rc::check("runs of sets are their numbers", runs_of_sets_are_their_numbers)});
}
