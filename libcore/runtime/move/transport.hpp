// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the ways in which messages travel, by name.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace tessera {

enum class Transport {
    Auto,         ///< through memory within a node, non-blocking messages between nodes
    Shared,       ///< through memory alone: all ranks are on one node
    PointToPoint, ///< non-blocking sends and receives
    Alltoallv,    ///< one collective call, of messages that are put together
    Alltoallw,    ///< one collective call, straight from the arrays into the arrays by MPI datatypes
    Persistent,   ///< as PointToPoint, with requests that are made once for all executions
    Scheduled     ///< step by step, as RedistributorOptions::schedule says
};

/// "p2p", "alltoallv", ...
[[nodiscard]] std::string_view name_of(Transport transport);

/// Do its messages end one by one, so that Receive says when they are unpacked?
[[nodiscard]] bool unpacks_on_arrival(Transport transport);

/// Does it need the plan beside the messages that were compiled from it?
[[nodiscard]] bool looks_at_plan(Transport transport);

/// By its name; only those that need nothing but the messages, as Scheduled needs a schedule.
[[nodiscard]] std::optional<Transport> transport_named(std::string_view name);
/// The names that transport_named() knows.
[[nodiscard]] std::vector<std::string_view> transport_names();

} // namespace tessera
