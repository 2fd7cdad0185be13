// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how long a plan of file access takes on a machine.
#pragma once

#include "libcore/io/io_plan.hpp"
#include "libcore/network/machine.hpp"

#include <optional>

namespace tessera {

/// Seconds. Ranks make their requests one after the other, and all ranks theirs at once; they send their messages in between.
struct IoTime {
    double file = 0;     ///< the rank with the most to do; or all requests through all disks, where that takes longer
    double messages = 0; ///< the rank that sends or receives most, its messages taken as equally long

    [[nodiscard]] double total() const { return file + messages; }
};

/// Nothing where the machine lacks what it needs: the costs of files, or of messages if the plan has any. (Rates of messages:
/// beta_sr where it is known, else beta_ex, else beta_s.)
[[nodiscard]] std::optional<IoTime> predicted_time(IoPlan const& plan, Machine const& machine);

/// The same without rates, in bytes: a request is worth bytes_of_a_request (copy_plan.hpp), a message a sixteenth of that, a byte
/// through a message a quarter of one through a file.
[[nodiscard]] double relative_cost(IoPlan const& plan);

} // namespace tessera
