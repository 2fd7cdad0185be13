// SPDX-License-Identifier: BSD-3-Clause
// Tessera: conversion of copy statements to copy maps.
#pragma once

#include "libcore/mapping/array_spec.hpp"
#include "libcore/mapping/copy_map.hpp"
#include "libcore/spec/detail/syntax.hpp"

namespace tessera::notation {

/// Pairs dummies by name, and ranges without a name by their order; a single index removes its dimension from the iteration space.
/// The axes follow the target's dimensions. The source's single indices come last; in a sum, so do the source's dimensions without
/// a partner in the target. Errors: subscripts that do not pair up, or differ in number; indices outside the array.
[[nodiscard]] std::optional<CopyMap> resolve_copy(CopyNode const& node, ArraySpec const& target, ArraySpec const& source,
                                                  Diagnostics& diagnostics);

/// Returns the array that a copy creates from the source: each dimension is as long as its partner. Errors: those of resolve_copy;
/// a range with bounds in the target.
[[nodiscard]] std::optional<ArraySpec> made_by_copy(CopyNode const& node, ArraySpec const& source, Diagnostics& diagnostics);

} // namespace tessera::notation
