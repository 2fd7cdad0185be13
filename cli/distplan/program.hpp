// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan program's part of the table, and what it shares with distplan advise.
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

/// What program and advise begin with: the job, --operation, and the sites that the options name. Errors: of all of these.
[[nodiscard]] Result<std::unique_ptr<PricedJob>> load_priced_job(Tool const& tool, Watch const& watch = {});

} // namespace tessera::cli
