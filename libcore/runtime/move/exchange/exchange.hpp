// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a way to carry a rank's messages.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/move/exchange/rank_messages.hpp"
#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/schedule/trace.hpp"

#include <memory>
#include <vector>

namespace tessera {

/// Prepared once (buffers, datatypes), run any number of times, collectively.
class Exchange {
  public:
    virtual ~Exchange() = default;
    virtual void run(SourcePointers sources, TargetPointers targets) = 0;
    [[nodiscard]] virtual Index buffer_bytes() const = 0;
    /// Collective: the last run's transfers on rank 0, where they were asked for; else nothing.
    [[nodiscard]] virtual std::vector<TracedTransfer> gather_trace() const { return {}; }
};

/// Collective: by options.transport. `comm` and `messages` outlive the exchange.
[[nodiscard]] std::unique_ptr<Exchange> make_exchange(Comm const& comm, RankMessages const& messages,
                                                      RedistributorOptions const& options);

// One for each transport (transports.cpp).

[[nodiscard]] std::unique_ptr<Exchange> make_point_to_point(Comm const& comm, RankMessages const& messages,
                                                            RedistributorOptions const& options);
/// Collective: the ranks agree on whether counts and displacements fit MPI's ints.
[[nodiscard]] std::unique_ptr<Exchange> make_alltoallv(Comm const& comm, RankMessages const& messages,
                                                       RedistributorOptions const& options);
/// Precondition: options.schedule delivers exactly these messages.
[[nodiscard]] std::unique_ptr<Exchange> make_scheduled(Comm const& comm, RankMessages const& messages,
                                                       RedistributorOptions const& options);

} // namespace tessera
