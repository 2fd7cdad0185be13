// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the frame around every command: its table, its body, the one try/catch.
#pragma once

#include "cli/common/arguments.hpp"
#include "cli/common/command_table.hpp"
#include "cli/common/exit_code.hpp"
#include "cli/common/messages.hpp"
#include "cli/common/output.hpp"

#include <functional>

namespace tessera::cli {

/// What a command's body works with.
struct Tool {
    Arguments const& arguments;
    Output& out; ///< standard output: documents and tables
    Messages const& messages;
};

/// The command's work. An Error is the user's (exit 2); what throws is the machine's (exit 1).
using ToolBody = std::function<Result<ExitCode>(Tool const&)>;

/// What an MPI command adds. Bad input is found by every rank alike, so one of them reports it; a failure may concern one rank
/// alone, so whoever fails reports it and then ends the whole job.
struct ToolHooks {
    bool speaks = true;           ///< does this process report bad input and print help?
    std::string failure_prefix{}; ///< "rank 3: "
    std::function<void(ExitCode)> after_failure{};
};

/// Parses the command line, answers --help and its kin, runs the body, reports errors, and returns the exit code for main().
/// A closed pipe does not kill the process; it is an error like any other.
[[nodiscard]] int run_tool(int argc, char const* const* argv, CommandTable const& table, ToolBody const& body,
                           ToolHooks const& hooks = {});

} // namespace tessera::cli
