// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan comm: the communication of operations on a distributed array.
#pragma once

#include "cli/common/command_table.hpp"
#include "cli/common/tool.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/pipeline/rated_schedule.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera::cli {

[[nodiscard]] Invocation comm_invocation();
[[nodiscard]] std::vector<OptionSpec> comm_options();

/// Returns the mapping of the array in the job after the operation's name, in the state of --state. --array-name selects the array.
[[nodiscard]] Result<Mapping> comm_mapping(Tool const& tool);

/// Returns whether to schedule the messages: the user asks for it, or it is cheap.
[[nodiscard]] bool wants_comm_schedule(Tool const& tool, Mapping const& mapping);

/// Returns the messages in the order of --algorithm, rated on --topology, --placement and --machine; nothing if there is no
/// message.
[[nodiscard]] Result<std::optional<RatedSchedule>> comm_schedule(Tool const& tool, MessageSet messages, Watch const& watch);
/// The same in the order of `algorithm`.
[[nodiscard]] Result<std::optional<RatedSchedule>> comm_schedule(Tool const& tool, MessageSet messages,
                                                                 std::string const& algorithm, Watch const& watch);

/// Draws the messages on the network for --svg with --step, in one step or all. Error: there is no message, or no such step.
[[nodiscard]] Result<ExitCode> draw_on_network(Tool const& tool, std::optional<RatedSchedule> const& rated);

/// Writes the files of --export-trace and --export-paje, if given. Errors: there is no message, or there are too many; errors of
/// export_traces().
[[nodiscard]] Result<void> export_comm_traces(Tool const& tool, std::optional<RatedSchedule> const& rated);

// The operations, in the order of the table in comm.cpp.
[[nodiscard]] Result<ExitCode> comm_halo(Tool const& tool);
[[nodiscard]] Result<ExitCode> comm_shift(Tool const& tool);
[[nodiscard]] Result<ExitCode> comm_send(Tool const& tool);
[[nodiscard]] Result<ExitCode> comm_get(Tool const& tool);
[[nodiscard]] Result<ExitCode> comm_broadcast(Tool const& tool);
[[nodiscard]] Result<ExitCode> comm_reduce(Tool const& tool);
[[nodiscard]] Result<ExitCode> comm_scan(Tool const& tool);
[[nodiscard]] Result<ExitCode> comm_enumerate(Tool const& tool);
[[nodiscard]] Result<ExitCode> comm_rank(Tool const& tool);
[[nodiscard]] Result<ExitCode> comm_spread(Tool const& tool);

/// Implements reduce with --axis.
[[nodiscard]] Result<ExitCode> comm_reduce_axis(Tool const& tool);

} // namespace tessera::cli
