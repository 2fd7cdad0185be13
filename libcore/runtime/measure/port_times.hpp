// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how long messages take between the ranks of the running job.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/network/protocol_fit.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <functional>
#include <vector>

namespace tessera {

struct PortTimesOptions {
    std::vector<Index> sizes;            ///< bytes, ascending
    double seconds_per_size = 0.05;      ///< of each way of using the ports; more where the fewest rounds take longer
    std::function<void(Index)> progress; ///< called by every rank with 1 after each size
};

/// 0, and 8 to 2^20 bytes in steps of about 1.4.
[[nodiscard]] std::vector<Index> message_sizes_to_measure();

/// Measured, each the median of many rounds, and of the ranks the slowest:
/// - single: half of a message from rank 0 to rank 1 and back, while the others rest;
/// - exchange: ranks 2i and 2i+1 send to each other, all pairs at once;
/// - send_receive: every rank sends to the next and receives from the one before, around the job.
/// Collective. Precondition: at least two ranks.
[[nodiscard]] PortTimes measure_ports(Comm const& comm, PortTimesOptions const& options);

} // namespace tessera
