// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a plan of file access costs: on a machine, how long it takes.
#pragma once

#include "libcore/io/io_plan.hpp"
#include "libcore/io/io_prices.hpp"

#include <optional>

namespace tessera {

/// In the unit of the prices: seconds on a machine. Ranks make their requests one after the other, and all ranks theirs at once;
/// they send their messages in between.
struct IoTime {
    double file = 0;     ///< the rank with the most to do; or all requests through all disks, where that takes longer
    double messages = 0; ///< the rank that sends or receives most, its messages taken as equally long

    [[nodiscard]] double total() const { return file + messages; }
};

/// Nothing where the plan has messages and the prices do not say what they cost.
[[nodiscard]] std::optional<IoTime> predicted_time(IoPlan const& plan, IoPrices const& prices);

/// In seconds; nothing where the machine lacks what it needs.
[[nodiscard]] std::optional<IoTime> predicted_time(IoPlan const& plan, Machine const& machine);

/// Without a machine, by the default prices.
[[nodiscard]] double relative_cost(IoPlan const& plan);

} // namespace tessera
