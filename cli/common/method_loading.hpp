// SPDX-License-Identifier: BSD-3-Clause
// Tessera: --method: the composition of a job's redistributions, and the algorithms of their phases.
#pragma once

#include "cli/common/arguments.hpp"
#include "libcore/base/result.hpp"
#include "libcore/pipeline/transition.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// Returns the phases of each transition according to --method, in order; without --method the transitions themselves. An
/// automatic choice uses --topology, --placement and --machine. Errors: see phases_of.
[[nodiscard]] Result<std::vector<Transition>> load_phases(Arguments const& arguments, std::vector<Transition> transitions,
                                                          Watch const& watch = {});

/// Applies --relabel and --per-node: returns the transitions to better ranks, or unchanged without --relabel. `present`: the
/// nodes of the running ranks, if any; --per-node overrides them. Errors: --per-node without --relabel; see relabelled().
[[nodiscard]] Result<std::vector<Transition>> load_relabelled(Arguments const& arguments, std::vector<Transition> transitions,
                                                              std::optional<RankNodes> present = std::nullopt);

/// Returns the algorithms of `count` redistributions: --algorithm NAME for all, or NAME,NAME,... one for each; "auto" if it is
/// not given. Error: another number of names.
[[nodiscard]] Result<std::vector<std::string>> algorithms_for(Arguments const& arguments, std::size_t count);

} // namespace tessera::cli
