// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random index sets, and the oracle that holds every element.
#pragma once

#include "libcore/base/arithmetic.hpp"
#include "libcore/sets/periodic_set.hpp"

#include <rapidcheck.h>
#include <set>
#include <vector>

namespace tessera::oracle {

using Elements = std::set<Index>;

/// What the words of PeriodicSet::periodic mean, one index after the other.
inline Elements elements(Index origin, Index period, std::vector<Run> const& runs, Run clip) {
    Elements all;
    for (Index x = clip.begin; x < clip.end; ++x)
        for (Run const run : runs)
            if (run.contains(floor_mod(x - origin, period))) all.insert(x);
    return all;
}

/// A set and its elements, made side by side.
struct Sample {
    PeriodicSet set;
    Elements elements;
};

/// The elements of a set, by membership alone.
inline Elements members(PeriodicSet const& set, Run within) {
    Elements all;
    for (Index x = within.begin; x < within.end; ++x)
        if (set.contains(x)) all.insert(x);
    return all;
}

/// Uniform. RapidCheck alone would draw most numbers near `low`, growing with the case's number.
inline Index between(Index low, Index high) {
    return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<Index>(low, high + 1));
}

/// The runs of a random bit pattern: from empty to full, with touching and separate runs.
inline std::vector<Run> random_runs(Index period) {
    std::vector<Run> runs;
    Index x = between(0, 2);
    while (x < period) {
        Index const end = std::min(period, x + between(1, 4));
        runs.push_back({x, end});
        x = end + between(0, 5);
    }
    return runs;
}

/// Period 1 to 24, origin and clip of either sign, clips that may be empty, shorter than the period, or many periods long.
inline Sample random_sample() {
    Index const period = between(1, 24);
    Index const origin = between(-30, 30);
    Index const begin = between(-60, 60);
    Run const clip{begin, begin + between(0, 90)};
    auto const runs = random_runs(period);
    return {PeriodicSet::periodic(origin, period, runs, clip), elements(origin, period, runs, clip)};
}

/// A window that holds every element of every random set, and then some.
inline constexpr Run everything{-200, 260};

} // namespace tessera::oracle
