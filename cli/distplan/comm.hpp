// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan comm: what an operation on a distributed array communicates.
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

/// The mapping of the array that the job behind the operation's name, --array-name and --state say.
[[nodiscard]] Result<Mapping> comm_mapping(Tool const& tool);

/// Is the order of the messages wanted, or cheap to find?
[[nodiscard]] bool wants_comm_schedule(Tool const& tool, Mapping const& mapping);

/// The messages in the order of --algorithm, judged on --topology, --placement and --machine; nothing where there is no message.
[[nodiscard]] Result<std::optional<RatedSchedule>> comm_schedule(Tool const& tool, MessageSet messages, Watch const& watch);
/// The same in the order of this algorithm.
[[nodiscard]] Result<std::optional<RatedSchedule>> comm_schedule(Tool const& tool, MessageSet messages,
                                                                 std::string const& algorithm, Watch const& watch);

/// --svg with --step: the messages on the network, in one step or all. Error: there is no message, or no such step.
[[nodiscard]] Result<ExitCode> draw_on_network(Tool const& tool, std::optional<RatedSchedule> const& rated);

/// --export-trace and --export-paje, where they are said. Errors: there is no message, or there are too many; as export_traces().
[[nodiscard]] Result<void> export_comm_traces(Tool const& tool, std::optional<RatedSchedule> const& rated);

// The operations, one for each row of the table in comm.cpp.
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

/// reduce with --axis.
[[nodiscard]] Result<ExitCode> comm_reduce_axis(Tool const& tool);

} // namespace tessera::cli
