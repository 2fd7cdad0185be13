// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the part of an array that distplan draw shows.
#pragma once

#include "cli/common/arguments.hpp"
#include "libcore/scene/ownership/ownership_grid.hpp"
#include "libcore/spec/job.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// One picture: a state of an array, and its drawn part.
struct DrawnState {
    std::string heading; ///< "from", "to", "state 1", or the array's name; empty if there is only one
    Mapping mapping;
    OwnershipView view;
};

/// Returns the states that --state and --array-name select. The default is the first and the last state of the first array. For a
/// copy it is the source and the target.
[[nodiscard]] Result<std::vector<DrawnState>> drawn_states(Arguments const& arguments, Job const& job);

/// Returns the arrays of the states: "real A(30,30)", or "real A(4,6) -> real B(6,4)".
[[nodiscard]] std::string title_of(std::vector<DrawnState> const& states);

/// Returns one plan per state. States of one array have the same plan, so that they can be compared.
[[nodiscard]] std::vector<CellPlan> plan_states(std::vector<DrawnState> const& states, std::vector<GridLimits> const& limits);

/// Returns the view that --axes, --at, --section and --rank select.
[[nodiscard]] Result<OwnershipView> view_of(Arguments const& arguments, ArraySpec const& array);

/// Returns the options of distplan draw that no other subcommand has: the drawn part of an array, and the output.
[[nodiscard]] std::vector<OptionSpec> picture_options();

/// Returns the options for pictures of messages: what is drawn, and what is highlighted.
[[nodiscard]] std::vector<OptionSpec> message_picture_options();

} // namespace tessera::cli
