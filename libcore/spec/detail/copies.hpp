// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copy statements become copy maps.
#pragma once

#include "libcore/mapping/array_spec.hpp"
#include "libcore/mapping/copy_map.hpp"
#include "libcore/spec/detail/syntax.hpp"

namespace tessera::notation {

/// Dummies pair by name, ranges without a name by their order; an index removes its dimension from the iteration space. The axes
/// follow the target's dimensions; the source's single indices come last, and with them, in a sum, the dimensions that nothing in
/// the target goes with. Errors: what does not pair up, or not in number; indices outside.
[[nodiscard]] std::optional<CopyMap> resolve_copy(CopyNode const& node, ArraySpec const& target, ArraySpec const& source,
                                                  Diagnostics& diagnostics);

/// The array that a copy makes of the source: each of its dimensions is as long as what goes with it. Errors: the same; a range
/// with bounds in the target.
[[nodiscard]] std::optional<ArraySpec> made_by_copy(CopyNode const& node, ArraySpec const& source, Diagnostics& diagnostics);

} // namespace tessera::notation
