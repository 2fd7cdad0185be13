// SPDX-License-Identifier: BSD-3-Clause
// Tessera: overlapping boxes converted to disjoint ones. The parts of a distribution are recognised without comparing all pairs.
#include "libcore/sets/disjoint_boxes.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/sets/run_walk.hpp"
#include "libcore/sets/set_numbers.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace tessera {

namespace {

constexpr Index most_listed_runs = Index{1} << 20; // limit of the runs listed to look for overlaps

/// Returns whether the bounds alone prove the boxes disjoint, which is cheap to check.
bool surely_disjoint(BoxSet const& a, BoxSet const& b) {
    for (std::size_t d = 0; d < a.dims().size(); ++d)
        if (intersection(a.dims()[d].bounds(), b.dims()[d].bounds()).empty()) return true;
    return false;
}

/// Returns the elements of `parts` that are not in `known`.
std::vector<BoxSet> without(std::vector<BoxSet> parts, BoxSet const& known) {
    std::vector<BoxSet> rest;
    for (BoxSet& part : parts) {
        if (surely_disjoint(part, known)) {
            rest.push_back(std::move(part));
            continue;
        }
        for (BoxSet& piece : difference(part, known)) rest.push_back(std::move(piece));
    }
    return rest;
}

std::vector<BoxSet> cut_apart(std::span<BoxSet const> boxes) {
    std::vector<BoxSet> disjoint;
    for (BoxSet const& box : boxes) {
        std::vector<BoxSet> fresh{box};
        for (auto known = disjoint.begin(); known != disjoint.end() && !fresh.empty(); ++known)
            fresh = without(std::move(fresh), *known);
        std::ranges::move(fresh, std::back_inserter(disjoint));
    }
    return disjoint;
}

bool overlap_nowhere(std::vector<Run>& runs) {
    std::ranges::sort(runs, {}, &Run::begin);
    return std::ranges::adjacent_find(runs, [](Run const& a, Run const& b) { return a.end > b.begin; }) == runs.end();
}

/// Appends the runs of one period, at phases that do not depend on the set's origin.
void append_period(PeriodicSet const& set, std::vector<Run>& runs) {
    Index const period = set.period();
    for (Run const& run : set.runs()) {
        Index const begin = floor_mod(set.origin() + run.begin, period);
        Index const end = begin + run.size();
        runs.push_back({begin, std::min(end, period)});
        if (end > period) runs.push_back({0, end - period});
    }
}

/// Returns whether no two sets share an element. Returns false also if this is too expensive to find out.
bool are_disjoint(std::vector<PeriodicSet> const& sets) {
    std::vector<Run> runs;
    Index const period = sets.front().period();
    if (std::ranges::all_of(sets, [&](PeriodicSet const& set) { return set.period() == period && period > 1; })) {
        for (PeriodicSet const& set : sets) append_period(set, runs);
        if (overlap_nowhere(runs)) return true;
        runs.clear(); // the clips may still separate the sets
    }
    Index listed = 0;
    for (PeriodicSet const& set : sets) {
        Index const more = set.run_count();
        if (more > most_listed_runs - listed) return false;
        listed += more;
    }
    for (PeriodicSet const& set : sets)
        for (RunWalk walk(set); !walk.done(); walk.next()) runs.push_back(walk.run());
    return overlap_nowhere(runs);
}

} // namespace

std::vector<BoxSet> disjoint_boxes(std::span<BoxSet const> boxes) {
    std::vector<BoxSet> different;
    std::set<std::vector<std::size_t>> seen;
    std::vector<SetNumbers> dims;
    for (BoxSet const& box : boxes) {
        if (box.empty()) continue;
        dims.resize(box.dims().size());
        std::vector<std::size_t> numbers(dims.size());
        for (std::size_t d = 0; d < dims.size(); ++d) numbers[d] = dims[d].number_of(box.dims()[d]);
        if (seen.insert(std::move(numbers)).second) different.push_back(box);
    }
    // Two different boxes have different sets in some dimension. They are disjoint if different sets are disjoint in all
    // dimensions.
    bool const apart = std::ranges::all_of(dims, [](SetNumbers const& dim) { return are_disjoint(dim.sets()); });
    return apart ? different : cut_apart(different);
}

} // namespace tessera
