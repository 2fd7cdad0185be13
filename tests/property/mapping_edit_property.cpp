// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random drags in random mappings: what was painted is what the directive says.
#include "libcore/edit/boundary.hpp"
#include "libcore/edit/directive_edit.hpp"
#include "libcore/spec/write.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/random_job.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

using namespace tessera;
using namespace tessera::oracle;

namespace {

std::vector<Index> owners_along(Mapping const& mapping, int dim) {
    std::vector<Index> owners;
    for (Index i = 0; i < mapping.dim(dim).extent(); ++i) owners.push_back(mapping.dim(dim).owner(i));
    return owners;
}

/// Every boundary of a mapping.
std::vector<Boundary> boundaries_of(Mapping const& mapping) {
    std::vector<Boundary> all;
    for (int d = 0; d < mapping.dims(); ++d) {
        auto const owners = owners_along(mapping, d);
        for (std::size_t i = 1; i < owners.size(); ++i)
            if (owners[i] != owners[i - 1]) all.push_back({d, static_cast<Index>(i)});
    }
    return all;
}

struct Drag {
    Mapping mapping;
    Boundary boundary;
    Index to = 0;

    [[nodiscard]] std::size_t format() const { return static_cast<std::size_t>(*format_dim(mapping.spec(), boundary.dim)); }
    [[nodiscard]] DistFormat const& before() const { return mapping.spec().formats[format()]; }
    [[nodiscard]] Mapping after(DistFormat const& changed) const {
        MappingSpec spec = mapping.spec();
        spec.formats[format()] = changed;
        auto made = Mapping::make(std::move(spec));
        if (!made) RC_FAIL(made.error().message);
        return *std::move(made);
    }
};

Drag random_drag() {
    for (;;) {
        Extents extents(static_cast<std::size_t>(between(1, 3)));
        for (Index& extent : extents) extent = between(1, 24);
        Mapping mapping = random_mapping(extents, 40);
        auto const all = boundaries_of(mapping);
        if (all.empty()) continue;
        Boundary const boundary = all[static_cast<std::size_t>(between(0, std::ssize(all) - 1))];
        Run const range = drop_range(mapping, boundary);
        RC_ASSERT(range.contains(boundary.index));
        return {std::move(mapping), boundary, between(range.begin, range.end - 1)};
    }
}

/// The elements passed over go to the neighbour, all others stay: a walk over every element.
std::vector<Index> painted(Drag const& drag) {
    auto owners = owners_along(drag.mapping, drag.boundary.dim);
    Index const from = drag.boundary.index;
    Index const gains = owners[static_cast<std::size_t>(drag.to > from ? from - 1 : from)];
    for (Index i = std::min(from, drag.to); i < std::max(from, drag.to); ++i) owners[static_cast<std::size_t>(i)] = gains;
    return owners;
}

bool boundaries_are_where_they_were_dropped() {
    return rc::check("a dragged boundary of blocks is where it was dropped, and no other has moved", [] {
        Drag const drag = random_drag();
        if (drag.before().is<DistFormat::Cyclic>()) return;
        DistFormat const changed = moved_boundary(drag.mapping, drag.boundary, drag.to);
        RC_LOG(write_hpf(drag.mapping.spec()));
        RC_ASSERT(owners_along(drag.after(changed), drag.boundary.dim) == painted(drag));
        if (drag.to == drag.boundary.index) RC_ASSERT(painted(drag) == owners_along(drag.mapping, drag.boundary.dim));
    });
}

bool dragging_back_is_no_change() {
    return rc::check("a boundary dragged to its own place changes no word", [] {
        Drag drag = random_drag();
        if (drag.mapping.spec().target) return; // a cut between two positions of the template may move within the gap
        drag.to = drag.boundary.index;
        RC_ASSERT(moved_boundary(drag.mapping, drag.boundary, drag.to) == drag.before());
    });
}

bool cyclic_blocks_follow() {
    return rc::check("cyclic(k) gets the k whose boundary is nearest", [] {
        Drag const drag = random_drag();
        if (!drag.before().is<DistFormat::Cyclic>()) return;
        DistFormat const changed = moved_boundary(drag.mapping, drag.boundary, drag.to);
        RC_LOG(write_hpf(drag.mapping.spec()));
        RC_ASSERT(changed.is<DistFormat::Cyclic>());
        Mapping const after = drag.after(changed);
        Index const size = drag.before().size().value_or(1);
        Index const number = drag.boundary.index / size;
        if (drag.mapping.spec().target) return;
        // By hand: every k, and how far its boundary of this number is from where the drag ended.
        Index const found = std::abs(number * changed.size().value_or(1) - drag.to);
        for (Index k = 1; k <= after.array().extents[static_cast<std::size_t>(drag.boundary.dim)]; ++k)
            RC_ASSERT(found <= std::abs(number * k - drag.to));
        if (number == 1) RC_ASSERT(after.dim(drag.boundary.dim).owner(drag.to) != after.dim(drag.boundary.dim).owner(drag.to - 1));
    });
}

bool equal_blocks_follow() {
    return rc::check("with equal blocks, block(m) gets the m whose boundary is nearest", [] {
        Drag const drag = random_drag();
        if (drag.before().info().pattern != FormatPattern::Blocks) return;
        DistFormat const changed = moved_boundary(drag.mapping, drag.boundary, drag.to, true);
        RC_LOG(write_hpf(drag.mapping.spec()));
        RC_ASSERT(changed.is<DistFormat::Block>());
        Mapping const after = drag.after(changed); // legal: m * P >= N
        if (drag.mapping.spec().target) return;
        DimMapping const& dim = drag.mapping.dim(drag.boundary.dim);
        Index const coords = dim.coords();
        Index const number = std::max(dim.owner(drag.boundary.index), dim.owner(drag.boundary.index - 1));
        Index const least = (dim.extent() + coords - 1) / coords;
        Index const found = std::abs(number * changed.size().value_or(least) - drag.to);
        for (Index m = least; m <= dim.extent(); ++m) RC_ASSERT(found <= std::abs(number * m - drag.to));
        RC_ASSERT(after.volume() == drag.mapping.volume());
    });
}

JobText text_of(Job const& job) {
    return {"! a job\n" + write_hpf(job), "."};
}

bool words_are_found() {
    return rc::check("the words of every format are found, and changing them changes that mapping", [] {
        Job const job = random_job();
        JobText const text = text_of(job);
        ArrayStates const& array = job.arrays[static_cast<std::size_t>(between(0, std::ssize(job.arrays) - 1))];
        auto const state = static_cast<std::size_t>(between(0, std::ssize(array.states) - 1));
        MappingSpec const& spec = array.states[state];
        auto const format = static_cast<std::size_t>(between(0, std::ssize(spec.formats) - 1));
        if (!spec.formats[format].is_distributed()) return;
        RC_LOG(text.text);
        auto const field = format_field(text, {array.array.name, state}, static_cast<int>(format));
        if (!field) RC_FAIL(field.error().message);
        RC_ASSERT(field->text == write_format(spec, static_cast<int>(format)));
        JobText const changed{edited(text.text, {edit_of(*field, "cyclic(3)")}), "."};
        auto const again = job_of(changed);
        if (!again) RC_FAIL(to_string(again.error()));
        RC_ASSERT(again->find(array.array.name)->states[state].formats[format] == DistFormat::cyclic(3));
    });
}

bool grids_follow() {
    return rc::check("an arrangement of another size is understood, or the parser says why not", [] {
        Job const job = random_job();
        JobText const text = text_of(job);
        RC_LOG(text.text);
        Processors const& processors = job.arrays[0].states[0].processors;
        if (processors.extents.empty()) return;
        auto const dim = static_cast<std::size_t>(between(0, std::ssize(processors.extents) - 1));
        Index const count = between(1, 9);
        auto const edits = grid_edit(text, processors.name, static_cast<int>(dim), count);
        if (!edits) {
            RC_ASSERT(!edits.error().message.empty());
            return;
        }
        auto const again = job_of({edited(text.text, *edits), "."});
        if (!again) RC_FAIL(to_string(again.error()));
        Processors const& now = again->arrays[0].states[0].processors;
        RC_ASSERT(now.extents[dim] == count);
        RC_ASSERT(now.lower == processors.lower);
        RC_ASSERT(now.order == processors.order);
    });
}

bool blocks_are_resized() {
    return rc::check("resized lists of block sizes have the same sum, and other boundaries stay", [] {
        std::vector<Index> sizes(static_cast<std::size_t>(between(1, 9)));
        for (Index& size : sizes) size = between(0, 20);
        Index const count = between(1, 12);
        auto const resized = resized_blocks(sizes, count);
        RC_ASSERT(std::ssize(resized) == count);
        Elements const before = [&] {
            Elements cuts;
            Index at = 0;
            for (Index const size : sizes) cuts.insert(at += size);
            return cuts;
        }();
        Index at = 0;
        Elements after;
        for (Index const size : resized) after.insert(at += size);
        RC_ASSERT(at == *before.rbegin());
        auto const& [few, many] = count < std::ssize(sizes) ? std::pair(after, before) : std::pair(before, after);
        RC_ASSERT(std::ranges::includes(many, few));
    });
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=3000");
    return exit_code({boundaries_are_where_they_were_dropped(), dragging_back_is_no_change(), cyclic_blocks_follow(),
                      equal_blocks_follow(), words_are_found(), grids_follow(), blocks_are_resized()});
}
