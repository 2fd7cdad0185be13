// SPDX-License-Identifier: BSD-3-Clause
// Tessera: --method: how the redistributions of a job are composed, and the algorithms of their phases.
#pragma once

#include "cli/common/arguments.hpp"
#include "libcore/base/result.hpp"
#include "libcore/pipeline/transition.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// The phases that --method makes of each transition, one after the other; without --method the transitions as they are. Where a
/// method is to be chosen, it is by --topology, --placement and --machine. Errors: see phases_of.
[[nodiscard]] Result<std::vector<Transition>> load_phases(Arguments const& arguments, std::vector<Transition> transitions);

/// --relabel and --per-node: the transitions to better ranks; as they are without --relabel. `present`: the nodes of the ranks that
/// run, where some do; they count unless --per-node tells others. Errors: --per-node without --relabel; see relabelled().
[[nodiscard]] Result<std::vector<Transition>> load_relabelled(Arguments const& arguments, std::vector<Transition> transitions,
                                                              std::optional<RankNodes> present = std::nullopt);

/// --algorithm NAME for all of `count` redistributions, or NAME,NAME,... with one for each; "auto" where it is not given.
/// Error: another number of names.
[[nodiscard]] Result<std::vector<std::string>> algorithms_for(Arguments const& arguments, std::size_t count);

} // namespace tessera::cli
