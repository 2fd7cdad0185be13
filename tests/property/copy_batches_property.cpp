// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random lists of copies: which travel together, which arrays are inputs, and what nothing writes, by a walk over every
// element.
#include "libcore/redist/copy_batches.hpp"
#include "libcore/sets/box_set.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/random_statement.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <rapidcheck.h>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// Elements of all arrays: the number of the array, and that of the element.
using Touched = std::set<std::pair<std::size_t, Index>>;

struct CopyList {
    std::vector<Mapping> arrays;
    std::vector<Statement> copies;
    std::vector<RedistPlan> plans;

    static CopyList random() {
        CopyList list;
        for (Index count = between(1, 3); count > 0; --count) {
            Extents extents;
            Index const dims = between(1, 3);
            for (Index d = 0; d < dims; ++d) extents.push_back(between(1, dims == 1 ? 30 : dims == 2 ? 9 : 4));
            MappingSpec spec = random_mapping_spec(extents, 8);
            spec.array.name = std::string(1, static_cast<char>('A' + list.arrays.size()));
            list.arrays.push_back(Mapping::make(spec).value());
        }
        for (Index count = between(1, 6); count > 0; --count) {
            auto const source = as_size(between(0, std::ssize(list.arrays) - 1));
            auto const target = as_size(between(0, std::ssize(list.arrays) - 1));
            CopyMap map = random_copy_map(list.arrays[source].array().extents, list.arrays[target].array().extents);
            list.plans.push_back(RedistPlan::make(list.arrays[source], list.arrays[target], map).value());
            list.copies.push_back({source, target, std::move(map)});
        }
        return list;
    }

    [[nodiscard]] Touched touched(Statement const& copy, std::optional<CopySide> CopyAxis::*side, std::size_t array) const {
        Touched elements;
        std::vector<PeriodicSet> space;
        for (CopyAxis const& axis : copy.map.axes) space.push_back(PeriodicSet::interval({0, axis.extent}));
        BoxSet(space).for_each([&](std::span<Index const> k) {
            elements.emplace(array, number_of(copy.map, side, Extents(k.begin(), k.end()), arrays[array].array().extents));
        });
        return elements;
    }
    [[nodiscard]] Touched reads(Statement const& copy) const { return touched(copy, &CopyAxis::source, copy.source); }
    [[nodiscard]] Touched writes(Statement const& copy) const { return touched(copy, &CopyAxis::target, copy.target); }
};

bool meet(Touched const& one, Touched const& other) {
    return std::ranges::any_of(one, [&](auto const& element) { return other.contains(element); });
}

void batches_are_the_longest() {
    CopyList const list = CopyList::random();
    std::vector<std::size_t> expected;
    Touched written;
    for (Statement const& copy : list.copies) {
        bool const waits = meet(list.reads(copy), written) || meet(list.writes(copy), written);
        if (waits) written.clear();
        if (waits || expected.empty()) expected.push_back(0);
        ++expected.back();
        written.merge(list.writes(copy));
    }
    RC_CLASSIFY(expected.size() > 1, "several batches");
    RC_ASSERT(copy_batches(list.plans) == expected);
}

void inputs_are_read_before_they_are_written() {
    CopyList const list = CopyList::random();
    std::vector<std::string> expected;
    Touched written;
    for (Statement const& copy : list.copies) {
        std::string const& name = list.arrays[copy.source].array().name;
        Touched const read = list.reads(copy);
        bool const known = std::ranges::find(expected, name) != expected.end();
        if (!known && !std::ranges::includes(written, read)) expected.push_back(name);
        written.merge(list.writes(copy));
    }
    RC_ASSERT(inputs_of(list.plans) == expected);
}

void unwritten_elements_are_counted() {
    CopyList const list = CopyList::random();
    std::vector<std::size_t> targets; // each once
    Touched written;
    for (Statement const& copy : list.copies) {
        if (std::ranges::find(targets, copy.target) == targets.end()) targets.push_back(copy.target);
        written.merge(list.writes(copy));
    }
    std::vector<std::pair<std::string, Index>> expected;
    for (std::size_t const target : targets) {
        auto const of_target = std::ranges::count(written, target, &std::pair<std::size_t, Index>::first);
        Index const left = list.arrays[target].volume() - of_target;
        if (left > 0) expected.emplace_back(list.arrays[target].array().name, left);
    }
    std::vector<std::pair<std::string, Index>> found;
    for (UnwrittenElements const& each : unwritten_elements(list.plans)) found.emplace_back(each.array.name, each.elements);
    RC_ASSERT(found == expected);
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=10000");
    return exit_code({rc::check("a batch ends before a copy that meets what it wrote", batches_are_the_longest),
                      rc::check("inputs are read before they are written", inputs_are_read_before_they_are_written),
                      rc::check("what nothing writes is counted", unwritten_elements_are_counted)});
}
