// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the interface of a transport, which carries a rank's messages.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/memory/node_memory.hpp"
#include "libcore/runtime/move/exchange/exchange_context.hpp"
#include "libcore/runtime/move/exchange/rank_messages.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/node.hpp"
#include "libcore/schedule/trace.hpp"

#include <memory>
#include <span>
#include <vector>

namespace tessera {

/// The arguments of an exchange. They must outlive it.
struct ExchangeInput {
    MultiPlan const& plan;
    RankLayouts const& layouts; ///< layouts of this rank
    ExchangeContext& context;
    RankMessages const& messages; ///< messages of this rank
    RedistributorOptions const& options;
    Updaters const& updaters; ///< the updaters that the messages were compiled with
    int tag = 0;              ///< tag of its messages, so that several exchanges on a communicator may be in progress

    [[nodiscard]] Communicator const& comm() const { return context.comm(); }
};

/// Per plan the shared memory of its sources in this execution, readable by other ranks on the node. Empty if there is none.
/// Either all ranks pass it or none.
using SharedSources = std::span<NodeMemory const* const>;

/// Carries the messages of one rank. Prepared once (buffers, datatypes) and executed any number of times: begin(), then end()
/// with the same arguments. Collective.
class Exchange {
  public:
    Exchange() = default;
    Exchange(Exchange const&) = delete;
    Exchange& operator=(Exchange const&) = delete;
    virtual ~Exchange() = default;

    /// Starts messages that travel on their own. The caller may do other work until end().
    virtual void begin(SourcePointers, TargetPointers, SharedSources) {}
    /// Does the remaining transfers and waits for all.
    virtual void end(SourcePointers sources, TargetPointers targets, SharedSources shared) = 0;
    /// Returns the memory of this rank for messages, without the arrays, in bytes.
    [[nodiscard]] virtual Index buffer_bytes() const = 0;
    /// Returns the ways of the last execution's messages within a node. Empty if the transport does not distinguish nodes.
    [[nodiscard]] virtual NodeTraffic ways() const { return {}; }
    /// Returns on rank 0 the transfers of the last execution, if they were recorded. Empty elsewhere. Collective.
    [[nodiscard]] virtual std::vector<TracedTransfer> gather_trace() const { return {}; }
};

/// Makes the exchange that options.transport names. Collective.
[[nodiscard]] std::unique_ptr<Exchange> make_exchange(ExchangeInput const& input);

/// Returns an upper bound on buffer_bytes() of a rank, in bytes, from the plan alone. Messages that are contiguous in an array
/// need no buffer, which this does not check. It includes the receiver's lists for messages that may be read. `straight`: the
/// sources are in memory shared on the node.
[[nodiscard]] Index predicted_buffers(MultiPlan const& plan, Rank rank, Node const& node, RedistributorOptions const& options,
                                      bool straight);

// One maker per transport (transports.cpp). All are collective.

[[nodiscard]] std::unique_ptr<Exchange> make_point_to_point(ExchangeInput const& input);
[[nodiscard]] std::unique_ptr<Exchange> make_persistent(ExchangeInput const& input);
/// The ranks agree on whether counts and displacements fit in MPI's ints.
[[nodiscard]] std::unique_ptr<Exchange> make_alltoallv(ExchangeInput const& input);
[[nodiscard]] std::unique_ptr<Exchange> make_alltoallw(ExchangeInput const& input);
/// Uses memory within a node and messages between nodes.
[[nodiscard]] std::unique_ptr<Exchange> make_node_aware(ExchangeInput const& input);
/// Precondition: options.schedule delivers exactly the messages of the input.
[[nodiscard]] std::unique_ptr<Exchange> make_scheduled(ExchangeInput const& input);

} // namespace tessera
