// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distcomm's subcommands, one per file.
#pragma once

#include "cli/common/tool.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// The description of one subcommand, and its body, which runs on all ranks.
struct CommSubcommand {
    Invocation invocation;
    Result<ExitCode> (*run)(Tool const& tool, Communicator const& world);
};

[[nodiscard]] CommSubcommand halo_subcommand();
[[nodiscard]] CommSubcommand shift_subcommand();
[[nodiscard]] CommSubcommand send_subcommand();
[[nodiscard]] CommSubcommand get_subcommand();
[[nodiscard]] CommSubcommand broadcast_subcommand();
[[nodiscard]] CommSubcommand reduce_subcommand();
[[nodiscard]] CommSubcommand scan_subcommand();
[[nodiscard]] CommSubcommand enumerate_subcommand();
[[nodiscard]] CommSubcommand rank_subcommand();
[[nodiscard]] CommSubcommand spread_subcommand();

/// Returns all subcommands, in the order of the help.
[[nodiscard]] std::vector<CommSubcommand> comm_subcommands();

} // namespace tessera::cli
