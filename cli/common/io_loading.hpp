// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the file access that a command line describes.
#pragma once

#include "cli/common/command_table.hpp"
#include "cli/common/tool.hpp"
#include "libcore/base/result.hpp"
#include "libcore/io/io_task.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera::cli {

/// Returns the options of load_io_task(), but for those of job_options(). `subcommands`: the ones that take them.
[[nodiscard]] std::vector<OptionSpec> io_options(std::vector<std::string> const& subcommands);

/// Returns the job's io statement that --line or --array-name names (else the first), changed by the options. `ranks`: the size of
/// the job if --ranks is not given. Errors: those of the job's parser, of these options and of io_task().
[[nodiscard]] Result<IoTask> load_io_task(Tool const& tool, std::optional<Index> ranks = std::nullopt);

} // namespace tessera::cli
