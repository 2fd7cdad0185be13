// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the options that mean the same in every command.
#pragma once

#include "cli/common/command_table.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// --array, --from, --to, --copy: a job in place of a job file; --ranks. `subcommands`: those that take a job (empty: all).
[[nodiscard]] std::vector<OptionSpec> job_options(std::vector<std::string> const& subcommands = {});

/// How messages are ordered, and what they travel on.
[[nodiscard]] OptionSpec algorithm_option(std::vector<std::string> const& subcommands = {});
/// --method with every row of the table of methods, and auto.
[[nodiscard]] OptionSpec method_option(std::vector<std::string> const& subcommands = {});
/// --relabel, and beside it --per-node.
[[nodiscard]] std::vector<OptionSpec> relabel_options(std::vector<std::string> const& subcommands = {});
[[nodiscard]] OptionSpec topology_option(std::vector<std::string> const& subcommands = {});
[[nodiscard]] OptionSpec placement_option(std::vector<std::string> const& subcommands = {});
[[nodiscard]] OptionSpec machine_option(std::vector<std::string> const& subcommands = {});

[[nodiscard]] OptionSpec section_option(std::vector<std::string> const& subcommands = {});
[[nodiscard]] OptionSpec json_option(std::vector<std::string> const& subcommands = {});
[[nodiscard]] OptionSpec force_option(std::vector<std::string> const& subcommands = {});
/// Of commands that write arrays; without words on the row in --help.
[[nodiscard]] OptionSpec any_size_option(std::vector<std::string> const& subcommands = {});
[[nodiscard]] OptionSpec color_option(std::vector<std::string> const& subcommands = {});
[[nodiscard]] OptionSpec progress_option(std::vector<std::string> const& subcommands = {});
[[nodiscard]] OptionSpec quiet_option(std::vector<std::string> const& subcommands = {});

/// The option on the row of the one before it in --help.
[[nodiscard]] OptionSpec beside(OptionSpec option);
/// The option in the words of one command.
[[nodiscard]] OptionSpec reworded(OptionSpec option, std::string help, std::string brief = {});

} // namespace tessera::cli
