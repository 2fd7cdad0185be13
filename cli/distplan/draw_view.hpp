// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which part of an array distplan draw shows.
#pragma once

#include "cli/common/arguments.hpp"
#include "libcore/scene/ownership_grid.hpp"
#include "libcore/spec/job.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// One picture: a state of an array, and the part of it to draw.
struct DrawnState {
    std::string heading; ///< "from", "to", "state 1", the array's name; or nothing where there is only one
    Mapping mapping;
    OwnershipView view;
};

/// The states that --state and --array-name choose: by default the first and the last of the first array, or, where the job is a
/// copy, its source and its target.
[[nodiscard]] Result<std::vector<DrawnState>> drawn_states(Arguments const& arguments, Job const& job);

/// The arrays of the states: "real A(30,30)", or "real A(4,6) -> real B(6,4)".
[[nodiscard]] std::string title_of(std::vector<DrawnState> const& states);

/// One plan per state. States of one array share it, so that they can be compared.
[[nodiscard]] std::vector<CellPlan> plan_states(std::vector<DrawnState> const& states, std::vector<GridLimits> const& limits);

/// From --axes, --at, --section and --rank.
[[nodiscard]] Result<OwnershipView> view_of(Arguments const& arguments, ArraySpec const& array);

/// What of an array is drawn, and where the picture goes: the options of distplan draw that no other subcommand has.
[[nodiscard]] std::vector<OptionSpec> picture_options();

/// What of messages on their way is drawn, and marked.
[[nodiscard]] std::vector<OptionSpec> message_picture_options();

} // namespace tessera::cli
