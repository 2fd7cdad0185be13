// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the ways in which messages travel, by name.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace tessera {

enum class Transport {
    PointToPoint, ///< non-blocking sends and receives
    Alltoallv,    ///< one collective call
    Scheduled     ///< step by step, as RedistributorOptions::schedule says
};

/// "p2p", "alltoallv", ...
[[nodiscard]] std::string_view name_of(Transport transport);

/// By its name; only those that need nothing but the messages, as Scheduled needs a schedule.
[[nodiscard]] std::optional<Transport> transport_named(std::string_view name);
/// The names that transport_named() knows.
[[nodiscard]] std::vector<std::string_view> transport_names();

} // namespace tessera
