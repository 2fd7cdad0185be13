// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cost of a plan of file access, and its time on a machine.
#pragma once

#include "libcore/io/io_plan.hpp"
#include "libcore/io/io_prices.hpp"

#include <optional>

namespace tessera {

/// The predicted time, in the unit of the prices (seconds on a machine). Each rank makes its requests one after the other; all
/// ranks make theirs at the same time. Messages are sent between the requests.
struct IoTime {
    double file = 0;     ///< time of the rank with the most to do, or of all requests through all disks if that is longer
    double messages = 0; ///< time of the rank that sends or receives most, with messages of equal length

    [[nodiscard]] double total() const { return file + messages; }
};

/// Returns the time, or nothing if the plan has messages and the prices have no price for them.
[[nodiscard]] std::optional<IoTime> predicted_time(IoPlan const& plan, IoPrices const& prices);

/// Returns the time in seconds, or nothing if the machine lacks the rates.
[[nodiscard]] std::optional<IoTime> predicted_time(IoPlan const& plan, Machine const& machine);

/// Returns the cost by the default prices, without a machine.
[[nodiscard]] double relative_cost(IoPlan const& plan);

} // namespace tessera
