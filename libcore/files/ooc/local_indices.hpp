// SPDX-License-Identifier: BSD-3-Clause
// Tessera: conversion between local and global indices along one dimension.
#pragma once

#include "libcore/sets/periodic_set.hpp"

namespace tessera {

/// Returns the global indices of local ones. If `owned` is an interval, local indices may lie in an overlap area. Cost: O(1)
/// if either set is an interval, else the number of runs of `local`.
[[nodiscard]] PeriodicSet global_indices(PeriodicSet const& owned, PeriodicSet const& local);

/// Returns the local indices of global ones. These must be owned or, if `owned` is an interval, may lie near it. Cost: O(1) if
/// `owned` is an interval, else the number of runs of `global`.
[[nodiscard]] PeriodicSet local_indices(PeriodicSet const& owned, PeriodicSet const& global);

} // namespace tessera
