// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies of random strided boxes against one assignment per element.
#include "libcore/runtime/move/copy/copy_program.hpp"
#include "libcore/runtime/move/copy/copy_run_list.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <rapidcheck.h>
#include <utility>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// One side of one axis: the rule under test, and what its words say about every k.
struct Side {
    std::function<AxisSide(Index stride)> rule;
    PeriodicSet allowed;                 // the k that can be moved
    std::function<Index(Index k)> place; // in units of the stride; not for dense sides
    Index places = 0;                    // place(k) is below it
};

Side dense_side(Index extent) {
    return {[](Index stride) { return AxisSide::dense(stride); }, PeriodicSet::interval({0, extent}), nullptr, 0};
}

Index random_step() {
    Index const step = one_in(2) ? 1 : between(2, 5);
    return one_in(3) ? -step : step;
}

Side affine_side(Index extent) {
    Index const step = random_step();
    Index const start = between(0, 2) + (step < 0 ? -step * (extent - 1) : 0);
    return {[=](Index stride) { return AxisSide::affine(start, step, stride); }, PeriodicSet::interval({0, extent}),
            [=](Index k) { return start + step * k; }, 3 + std::abs(step) * extent};
}

Side stored_side(Index extent) {
    Index const step = random_step();
    Index const reach = std::abs(step) * (extent - 1) + 1;
    Index const start = between(0, 3) + (step < 0 ? reach - 1 : 0);
    DimMapping const mapping = random_dim_mapping(reach + 6, 4);
    PeriodicSet const owned = mapping.owned(between(0, mapping.coords() - 1));
    auto const place = [=](Index k) {
        Index smaller = 0;
        for (Index x = 0; x < start + step * k; ++x) smaller += owned.contains(x) ? 1 : 0;
        return smaller;
    };
    return {[=](Index stride) { return AxisSide::stored(owned, start, step, stride); }, owned.affine_preimage(start, step, extent),
            place, owned.count()};
}

/// Cells of random width lie apart, with or without room between them.
Side cells_side(Index extent) {
    Index const step = random_step();
    Index const start = between(0, 5) + (step < 0 ? -step * (extent - 1) : 0);
    Index const cell = between(1, one_in(2) ? 4 : 4 * extent); // short ones, and such that hold all
    Index const apart = cell + between(0, 3);
    auto const place = [=](Index k) { return (start + step * k) / cell * apart + (start + step * k) % cell; };
    return {[=](Index stride) { return AxisSide::in_cells(start, step, cell, stride, apart * stride); },
            PeriodicSet::interval({0, extent}), place, (6 + std::abs(step) * extent) / cell * apart + apart};
}

Side random_side(Index extent) {
    if (one_in(3)) return cells_side(extent);
    if (one_in(2)) return stored_side(extent);
    return one_in(2) ? dense_side(extent) : affine_side(extent);
}

struct Axis {
    PeriodicSet set;
    std::vector<Index> elements; // of the set, ascending
    Side from;
    Side to;
};

Axis random_axis(Index longest) {
    Index const extent = between(1, longest);
    Side from = random_side(extent);
    Side to = random_side(extent);
    PeriodicSet const set = intersection(from.allowed, to.allowed);
    std::vector<Index> elements;
    for (Index k = 0; k < extent; ++k)
        if (set.contains(k)) elements.push_back(k);
    return {set, std::move(elements), std::move(from), std::move(to)};
}

/// An array whose dimensions are the axes, in random order of speed and with gaps: strides in bytes, and its size.
struct Storage {
    std::vector<Index> strides;
    Index bytes = 0;
};

Storage random_storage(std::vector<Axis> const& axes, Side Axis::*side, Index element_bytes) {
    Storage storage{std::vector<Index>(axes.size()), element_bytes};
    for (Index const axis : random_order(std::ssize(axes))) {
        auto const a = static_cast<std::size_t>(axis);
        Index const places = (axes[a].*side).place ? (axes[a].*side).places : std::ssize(axes[a].elements);
        storage.strides[a] = storage.bytes;
        storage.bytes *= std::max<Index>(places, 1) + (one_in(3) ? between(0, 2) : 0);
    }
    return storage;
}

Index place_of(Axis const& axis, Side Axis::*side, std::size_t ordinal) {
    Side const& rule = axis.*side;
    return rule.place ? rule.place(axis.elements[ordinal]) : static_cast<Index>(ordinal);
}

/// Offsets of every element of the box on one side, in the same order for both.
std::vector<Index> offsets(std::vector<Axis> const& axes, Side Axis::*side, Storage const& storage) {
    std::vector<Index> result{0};
    for (std::size_t a = 0; a < axes.size(); ++a) {
        std::vector<Index> longer;
        for (Index const base : result)
            for (std::size_t i = 0; i < axes[a].elements.size(); ++i)
                longer.push_back(base + place_of(axes[a], side, i) * storage.strides[a]);
        result = std::move(longer);
    }
    return result;
}

LoopNest nest_of(std::vector<Axis> const& axes, Storage const& from, Storage const& to, Index base) {
    std::vector<LoopDim> dims;
    for (std::size_t a = 0; a < axes.size(); ++a)
        dims.push_back({axes[a].set, axes[a].from.rule(from.strides[a]), axes[a].to.rule(to.strides[a])});
    return {dims, base, base};
}

CopyProgram compile(std::vector<Axis> const& axes, Storage const& from, Storage const& to, Index base, Index element_bytes) {
    return {nest_of(axes, from, to, base), element_bytes};
}

std::vector<std::byte> random_bytes(Index count) {
    std::vector<std::byte> bytes(static_cast<std::size_t>(count));
    unsigned state = static_cast<unsigned>(between(1, 1 << 30));
    for (std::byte& byte : bytes) byte = static_cast<std::byte>((state = state * 1664525U + 1013904223U) >> 24);
    return bytes;
}

void copies_what_an_assignment_per_element_copies() {
    Index const element_bytes = *rc::gen::element<Index>(1, 2, 3, 4, 8, 12, 16, 24);
    auto const count = static_cast<std::size_t>(between(0, 3));
    std::vector<Axis> axes;
    while (axes.size() < count) axes.push_back(random_axis(std::vector<Index>{0, 300, 40, 14}[count]));
    Storage const from = random_storage(axes, &Axis::from, element_bytes);
    Storage const to = random_storage(axes, &Axis::to, element_bytes);
    Index const base = between(0, 2) * element_bytes;
    auto const source = random_bytes(from.bytes + base);
    auto target = random_bytes(to.bytes + base);
    auto expected = target;
    auto const from_offsets = offsets(axes, &Axis::from, from);
    auto const to_offsets = offsets(axes, &Axis::to, to);
    for (std::size_t i = 0; i < from_offsets.size(); ++i)
        std::copy_n(source.begin() + base + from_offsets[i], element_bytes, expected.begin() + base + to_offsets[i]);
    CopyProgram const program = compile(axes, from, to, base, element_bytes);
    auto by_slabs = target;
    auto by_list = target;
    program.run(source.data(), target.data());
    RC_ASSERT(target == expected);
    Index const slabs = between(1, 9);
    for (Index slab = 0; slab < slabs; ++slab) program.run_slab(source.data(), by_slabs.data(), slab, slabs);
    RC_ASSERT(by_slabs == expected);
    Index const shift = between(0, 9); // where the offsets of the list begin
    CopyRunList list;
    list.add(program, 1, shift, shift);
    list.run([&](std::size_t array) { return source.data() - shift * static_cast<Index>(array); },
             [&](std::size_t array) { return by_list.data() - shift * static_cast<Index>(array); });
    RC_ASSERT(by_list == expected);
    RC_ASSERT(program.bytes() == std::ssize(from_offsets) * element_bytes);
    RC_CLASSIFY(program.gapless().has_value(), "gapless");
    RC_CLASSIFY(std::ssize(from_offsets) > 100, "more than 100 elements");
}

using Visits = std::vector<std::pair<Index, Index>>;

/// Slabs one behind the other visit what the loops visit, in their order and each once.
void slabs_are_the_loops_in_pieces() {
    std::vector<Axis> const axes{random_axis(40), random_axis(14)};
    Storage const from = random_storage(axes, &Axis::from, 1);
    Storage const to = random_storage(axes, &Axis::to, 1);
    LoopNest const nest = nest_of(axes, from, to, 0);
    if (nest.elements() == 0) return;
    Visits all;
    nest.for_each([&](Index f, Index t) { all.emplace_back(f, t); });
    Visits pieces;
    Index const count = nest.axes().front().count;
    for (Index begin = 0; begin < count;) {
        Index const end = begin + between(1, count - begin);
        nest.for_each_outer_of({begin, end}, nest.axes().size(), [&](Index f, Index t) { pieces.emplace_back(f, t); });
        begin = end;
    }
    RC_ASSERT(pieces == all);
}

/// The moved set may have a shorter period than the set of owned indices: every third index, of 0, 1 and 3 in every six.
void follows_the_period_of_the_owner() {
    Index const extent = between(7, 60);
    PeriodicSet const owned = PeriodicSet::periodic(0, 6, {{0, 2}, {3, 4}}, {0, extent});
    PeriodicSet const thirds = PeriodicSet::periodic(0, 3, {{0, 1}}, {0, extent});
    LoopDim const dim{thirds, AxisSide::stored(owned, 0, 1, 1), AxisSide::dense(1)};
    auto const source = random_bytes(owned.count());
    std::vector<std::byte> target(static_cast<std::size_t>(thirds.count()));
    CopyProgram(LoopNest({&dim, 1}, 0, 0), 1).run(source.data(), target.data());
    for (std::size_t i = 0; i < target.size(); ++i)
        RC_ASSERT(target[i] == source[static_cast<std::size_t>(owned.position(3 * static_cast<Index>(i)))]);
}

std::size_t segments_of(AxisMoves const& moves) {
    std::size_t segments = 0;
    for (Pattern const& pattern : moves.patterns) segments += pattern.segments.size();
    return segments;
}

/// The list of segments of a message must not grow with the array.
void stays_short_whatever_the_extent() {
    Index const extent = 100'000'000;
    DimMapping const source = DimMapping::distributed(DistFormat::cyclic(between(1, 4)), extent, 4).value();
    DimMapping const target = DimMapping::distributed(DistFormat::cyclic(between(1, 5)), extent, 4).value();
    PeriodicSet const from = source.owned(between(0, 3));
    PeriodicSet const to = target.owned(between(0, 3));
    AxisMoves const moves = moves_of(intersection(from, to), AxisSide::stored(from, 0, 1, 8), AxisSide::stored(to, 0, 1, 8));
    RC_ASSERT(segments_of(moves) <= 3 * 20U); // the runs of one joint period of at most 80, and what the array's ends cut
    // A chunk that holds all of the axis has no period of its own.
    RC_ASSERT(segments_of(moves_of(from, AxisSide::stored(from, 0, 1, 8), AxisSide::in_cells(0, 1, extent, 8, 8 * extent))) <= 3U);
}

/// A gapless program is one memcpy.
void says_gapless_only_of_one_stretch() {
    Index const extent = between(1, 12);
    std::vector<Axis> axes;
    for (int a = 0; a < 2; ++a) {
        PeriodicSet const set = PeriodicSet::interval({0, between(1, extent)});
        std::vector<Index> elements;
        for (Index k = 0; k < set.count(); ++k) elements.push_back(k);
        axes.push_back({set, elements, affine_side(extent), dense_side(extent)});
    }
    Storage const from = random_storage(axes, &Axis::from, 8);
    Storage const to = random_storage(axes, &Axis::to, 8);
    auto from_offsets = offsets(axes, &Axis::from, from);
    auto to_offsets = offsets(axes, &Axis::to, to);
    bool one_run = true;
    Index const lowest = *std::ranges::min_element(to_offsets);
    Index const distance = *std::ranges::min_element(from_offsets) - lowest;
    for (std::size_t i = 0; i < from_offsets.size(); ++i) {
        Index const position = (to_offsets[i] - lowest) / 8;
        one_run = one_run && from_offsets[i] - to_offsets[i] == distance && position < std::ssize(from_offsets);
    }
    auto const stretch = compile(axes, from, to, 0, 8).gapless();
    RC_ASSERT(stretch.has_value() == one_run);
    if (stretch) RC_ASSERT(stretch->from - stretch->to == distance);
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=4000");
    return exit_code(
        {rc::check("a program copies what an assignment per element copies", copies_what_an_assignment_per_element_copies),
         rc::check("slabs are the loops in pieces", slabs_are_the_loops_in_pieces),
         rc::check("positions repeat with the owner's period", follows_the_period_of_the_owner),
         rc::check("programs do not grow with the extent", stays_short_whatever_the_extent),
         rc::check("gapless programs are those of one stretch", says_gapless_only_of_one_stretch)});
}
