// SPDX-License-Identifier: BSD-3-Clause
// Tessera: names of the ways in which messages travel.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace tessera {

enum class Transport {
    Auto,         ///< through memory within a node, non-blocking messages between nodes
    Shared,       ///< through memory alone; all ranks must be on one node
    PointToPoint, ///< non-blocking sends and receives
    Alltoallv,    ///< one collective call with packed messages
    Alltoallw,    ///< one collective call with MPI datatypes, directly between the arrays
    Persistent,   ///< as PointToPoint, with requests made once for all executions
    Scheduled     ///< step by step according to RedistributorOptions::schedule
};

/// Returns the name of a transport: "p2p", "alltoallv", ...
[[nodiscard]] std::string_view name_of(Transport transport);

/// Returns whether its messages complete one by one, so that the option Receive has a meaning.
[[nodiscard]] bool unpacks_on_arrival(Transport transport);

/// Returns whether it needs the plan in addition to the compiled messages.
[[nodiscard]] bool looks_at_plan(Transport transport);

/// Returns the transport with this name. Knows only transports that need no further argument, so not Scheduled, which needs a
/// schedule.
[[nodiscard]] std::optional<Transport> transport_named(std::string_view name);
/// Returns the names that transport_named() knows.
[[nodiscard]] std::vector<std::string_view> transport_names();

} // namespace tessera
