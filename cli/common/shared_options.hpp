// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the options that mean the same in every command.
#pragma once

#include "cli/common/command_table.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// Returns --array, --from, --to and --copy, which replace a job file, and --ranks. `subcommands`: those with a job (empty:
/// all).
[[nodiscard]] std::vector<OptionSpec> job_options(std::vector<std::string> const& subcommands = {});

/// Returns --algorithm, the order of messages.
[[nodiscard]] OptionSpec algorithm_option(std::vector<std::string> const& subcommands = {});
/// Returns --method, with every row of the table of methods and auto.
[[nodiscard]] OptionSpec method_option(std::vector<std::string> const& subcommands = {});
/// Returns --relabel and --per-node.
[[nodiscard]] std::vector<OptionSpec> relabel_options(std::vector<std::string> const& subcommands = {});
[[nodiscard]] OptionSpec topology_option(std::vector<std::string> const& subcommands = {});
[[nodiscard]] OptionSpec placement_option(std::vector<std::string> const& subcommands = {});
[[nodiscard]] OptionSpec machine_option(std::vector<std::string> const& subcommands = {});

[[nodiscard]] OptionSpec section_option(std::vector<std::string> const& subcommands = {});
[[nodiscard]] OptionSpec json_option(std::vector<std::string> const& subcommands = {});
[[nodiscard]] OptionSpec force_option(std::vector<std::string> const& subcommands = {});
/// --any-size, for commands that write arrays.
[[nodiscard]] OptionSpec any_size_option(std::vector<std::string> const& subcommands = {});
[[nodiscard]] OptionSpec color_option(std::vector<std::string> const& subcommands = {});
[[nodiscard]] OptionSpec progress_option(std::vector<std::string> const& subcommands = {});
[[nodiscard]] OptionSpec quiet_option(std::vector<std::string> const& subcommands = {});

/// Returns an option of the group "Options".
[[nodiscard]] OptionSpec plain_option(std::string name, ValueKind kind, std::string placeholder, std::string help,
                                      std::vector<std::string> const& subcommands = {});
/// Returns the option with the help text of one command.
[[nodiscard]] OptionSpec reworded(OptionSpec option, std::string help);

} // namespace tessera::cli
