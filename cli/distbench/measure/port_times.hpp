// SPDX-License-Identifier: BSD-3-Clause
// Tessera: measures message times between the ranks of the job.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/network/protocol_fit.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <functional>
#include <vector>

namespace tessera {

struct PortTimesOptions {
    std::vector<Index> sizes;            ///< bytes, ascending
    double seconds_per_size = 0.05;      ///< per kind of measurement; more if the fewest rounds take longer
    std::function<void(Index)> progress; ///< called by every rank with 1 after each size
};

/// Returns 0 and sizes from 8 to 2^20 bytes in steps of about 1.4.
[[nodiscard]] std::vector<Index> message_sizes_to_measure();

/// Measures message times, each the median of many rounds on the slowest rank:
/// - single: half of a message from rank 0 to rank 1 and back, while the other ranks wait;
/// - exchange: ranks 2i and 2i+1 send to each other, all pairs at once;
/// - send_receive: every rank sends to the next and receives from the previous one, in a ring.
/// Collective. Precondition: at least two ranks.
[[nodiscard]] PortTimes measure_ports(Communicator const& comm, PortTimesOptions const& options);

} // namespace tessera
