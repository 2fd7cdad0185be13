// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the mapping of one array that a command line names: --array-name and --state.
#pragma once

#include "cli/common/tool.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/spec/job.hpp"

#include <string_view>

namespace tessera::cli {

/// Returns the mapping that the job, --array-name and --state (default: "from") name.
[[nodiscard]] Result<Mapping> chosen_mapping(Arguments const& arguments, Job const& job);

/// Returns the mapping of one state of an array.
[[nodiscard]] Result<Mapping> mapping_in_state(ArrayStates const& array, std::string_view state);

/// For a job with several arrays, prints which one is shown, unless --array-name chose it.
void note_other_arrays(Tool const& tool, Job const& job);

/// If the array holds addends, prints a note about it.
void note_addends(Tool const& tool, ArraySpec const& array);

} // namespace tessera::cli
