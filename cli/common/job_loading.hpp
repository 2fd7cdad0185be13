// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the job a command line names: a job file, or --array, --from, --to and --copy.
#pragma once

#include "cli/common/arguments.hpp"
#include "libcore/base/result.hpp"
#include "libcore/spec/job.hpp"

#include <optional>
#include <string>

namespace tessera::cli {

/// Reads the job. `file`: the job file among the arguments, if there is one. Options: those of job_options().
/// Errors: neither a file nor --array, or both; whatever the parsers find, with file, line and column.
[[nodiscard]] Result<Job> load_job(Arguments const& arguments, std::optional<std::string> const& file);

/// The first argument is the job file.
[[nodiscard]] Result<Job> load_job(Arguments const& arguments);

/// The array called `name`, or the only (else the first) one. Error: unknown name.
[[nodiscard]] Result<ArrayStates const*> choose_array(Job const& job, std::optional<std::string> const& name);

/// What --section says about the job's array, where it is given. Error: a job of several arrays.
[[nodiscard]] Result<std::optional<CopyMap>> load_section(Arguments const& arguments, Job const& job);

} // namespace tessera::cli
