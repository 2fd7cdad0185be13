// SPDX-License-Identifier: BSD-3-Clause
// Tessera: conversion between local and global indices along one dimension.
#include "libcore/files/ooc/local_indices.hpp"

#include "libcore/sets/run_walk.hpp"

#include <vector>

namespace tessera {

namespace {

/// Returns the owned indices from the first to the last of a run of local ones.
PeriodicSet owned_between(PeriodicSet const& owned, Run local) {
    return owned.clipped({owned.element(local.begin), owned.element(local.end - 1) + 1});
}

} // namespace

PeriodicSet global_indices(PeriodicSet const& owned, PeriodicSet const& local) {
    if (local.empty()) return {};
    if (owned.is_interval()) return local.shifted(owned.bounds().begin);
    if (local.is_interval()) return owned_between(owned, local.bounds());
    std::vector<Run> runs;
    for (RunWalk some(local); !some.done(); some.next()) {
        PeriodicSet const there = owned_between(owned, some.run());
        for (RunWalk walk(there); !walk.done(); walk.next()) runs.push_back(walk.run());
    }
    return PeriodicSet::of_runs(std::move(runs));
}

PeriodicSet local_indices(PeriodicSet const& owned, PeriodicSet const& global) {
    if (owned.is_interval()) return global.shifted(-owned.bounds().begin);
    std::vector<Run> runs;
    for (RunWalk walk(global); !walk.done(); walk.next()) {
        Index const first = owned.position(walk.run().begin);
        runs.push_back({first, first + walk.run().size()});
    }
    return PeriodicSet::of_runs(std::move(runs));
}

} // namespace tessera
