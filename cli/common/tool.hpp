// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the main function of every command, with its only try/catch.
#pragma once

#include "cli/common/arguments.hpp"
#include "cli/common/command_table.hpp"
#include "cli/common/exit_code.hpp"
#include "cli/common/messages.hpp"
#include "cli/common/output.hpp"

#include <functional>

namespace tessera::cli {

/// The objects that a command's body uses.
struct Tool {
    Arguments const& arguments;
    Output& out; ///< standard output: documents and tables
    Messages const& messages;
};

/// The command's work. An Error is the user's (exit 2); an exception is a failure of the machine (exit 1).
using ToolBody = std::function<Result<ExitCode>(Tool const&)>;

/// Settings of an MPI command. All ranks find bad input alike, so one of them reports it. A failure may concern one rank,
/// which reports it and then ends the whole job.
struct ToolHooks {
    bool speaks = true;           ///< whether this process reports bad input and prints help
    std::string failure_prefix{}; ///< prefix of failures, such as "rank 3: "
    std::function<void(ExitCode)> after_failure{};
};

/// Parses the command line, answers --help and similar options, runs the body, reports errors, and returns the exit code for
/// main(). Ignores SIGPIPE, so a closed pipe does not end the process.
[[nodiscard]] int run_tool(int argc, char const* const* argv, CommandTable const& table, ToolBody const& body,
                           ToolHooks const& hooks = {});

} // namespace tessera::cli
