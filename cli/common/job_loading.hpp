// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the job a command line names: a job file, or --array, --from, --to and --copy.
#pragma once

#include "cli/common/arguments.hpp"
#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/pipeline/transition.hpp"
#include "libcore/spec/job.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::cli {

/// Reads the job. `file`: the job file among the arguments, if there is one. Options: those of job_options().
/// `ranks`: the size of the job where --ranks does not say it.
/// Errors: neither a file nor --array, or both; whatever the parsers find, with file, line and column.
[[nodiscard]] Result<Job> load_job(Arguments const& arguments, std::optional<std::string> const& file,
                                   std::optional<Index> ranks = std::nullopt);

/// The first argument is the job file.
[[nodiscard]] Result<Job> load_job(Arguments const& arguments, std::optional<Index> ranks = std::nullopt);

/// The array called `name`, or the only (else the first) one. Error: unknown name.
[[nodiscard]] Result<ArrayStates const*> choose_array(Job const& job, std::optional<std::string> const& name);

/// What the job moves, one transition after the other; --state, --transition and --section choose a part of it. Errors: theirs,
/// both of --state and --transition, whatever planning finds.
[[nodiscard]] Result<std::vector<Transition>> load_transitions(Arguments const& arguments, Job job);

/// "0:1", two states of an array as --state takes them: every array that changes keeps these two as its "from" and "to".
/// Errors: not of that form; an array without such a state.
[[nodiscard]] Result<void> keep_states(Job& job, std::string_view states);

/// What --section says about the array that moves (else the first), where it is given.
[[nodiscard]] Result<std::optional<CopyMap>> load_section(Arguments const& arguments, Job const& job);

} // namespace tessera::cli
