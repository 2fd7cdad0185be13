// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the job that a command line names: a job file, or --array, --from, --to and --copy.
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

/// Reads the job. `file`: the job file among the arguments, if there is one. Options: those of job_options(). `ranks`: the
/// size of the job if --ranks is not given. Errors: neither a file nor --array, or both; the errors of the parsers, with file,
/// line and column.
[[nodiscard]] Result<Job> load_job(Arguments const& arguments, std::optional<std::string> const& file,
                                   std::optional<Index> ranks = std::nullopt);

/// Reads the job; the first argument is the job file.
[[nodiscard]] Result<Job> load_job(Arguments const& arguments, std::optional<Index> ranks = std::nullopt);

/// Reads the job of an MPI job of `ranks` ranks. It has this size unless it says another one.
[[nodiscard]] Result<Job> load_sized_job(Arguments const& arguments, std::optional<std::string> const& file, Index ranks);
[[nodiscard]] Result<Job> load_sized_job(Arguments const& arguments, Index ranks);

/// Returns the array called `name`; without a name the first one. Error: unknown name.
[[nodiscard]] Result<ArrayStates const*> choose_array(Job const& job, std::optional<std::string> const& name);

/// Returns the transitions of the job in order. --state, --transition and --section select a part. Errors: those of these
/// options; --state and --transition together; errors of planning; the work was stopped.
[[nodiscard]] Result<std::vector<Transition>> load_transitions(Arguments const& arguments, Job job, Watch const& watch = {});

/// Applies --state with two states of an array, such as "0:1": every array that changes keeps these as its "from" and "to".
/// Errors: another form; an array without such a state.
[[nodiscard]] Result<void> keep_states(Job& job, std::string_view states);

/// Reads --section for the array that moves (or the first), if it is given.
[[nodiscard]] Result<std::optional<CopyMap>> load_section(Arguments const& arguments, Job const& job);

} // namespace tessera::cli
