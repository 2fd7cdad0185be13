// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the command table entries of distplan program, and code that distplan advise also uses.
#pragma once

#include "cli/common/command_table.hpp"
#include "cli/common/tool.hpp"
#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/program/priced_job.hpp"

#include <memory>
#include <vector>

namespace tessera::cli {

[[nodiscard]] Invocation program_invocation();
[[nodiscard]] std::vector<OptionSpec> program_options();

/// Loads the job, --operation, and the sites that the options name. Notes that copies of the job are not counted, if it has some.
/// Errors: those of all of these.
[[nodiscard]] Result<std::unique_ptr<PricedJob>> load_priced_job(Tool const& tool, Watch const& watch = {});

} // namespace tessera::cli
