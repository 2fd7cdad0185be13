// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the makers of the collective algorithms. Each adds its moves to a builder.
#pragma once

#include "libcore/comm/collectives/detail/collective_builder.hpp"

namespace tessera::detail {

// Broadcasts of pC* (4.4.2).
void make_mwrite(CollectiveBuilder& builder); ///< the root sends to one rank after the other
void make_logfan(CollectiveBuilder& builder); ///< a binomial tree
void make_bcast(CollectiveBuilder& builder);  ///< one multicast

// Other broadcasts.
void make_scatter_ring(CollectiveBuilder& builder);    ///< pieces move down a binomial tree, then around a ring
void make_broadcast_chain(CollectiveBuilder& builder); ///< pieces move from rank to rank, as a pipeline

// Reductions of pC* (4.4.3).
void make_naivemw(CollectiveBuilder& builder);
void make_mastermw(CollectiveBuilder& builder);
void make_masterbc(CollectiveBuilder& builder);
void make_realbc(CollectiveBuilder& builder);
void make_loglocex(CollectiveBuilder& builder);
void make_logmw(CollectiveBuilder& builder);
void make_loglog(CollectiveBuilder& builder);
void make_logbc(CollectiveBuilder& builder);

// Other reductions.
void make_reduce_ring(CollectiveBuilder& builder);
void make_halving(CollectiveBuilder& builder);
void make_reduce_chain(CollectiveBuilder& builder);

/// Returns the largest power of two that is at most `ranks`.
[[nodiscard]] int core_ranks(int ranks);

} // namespace tessera::detail
