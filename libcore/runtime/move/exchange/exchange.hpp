// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a way to carry a rank's messages.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/memory/node_memory.hpp"
#include "libcore/runtime/move/exchange/rank_messages.hpp"
#include "libcore/runtime/move/exchange/surroundings.hpp"
#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/runtime/mpi/node.hpp"
#include "libcore/schedule/trace.hpp"

#include <memory>
#include <span>
#include <vector>

namespace tessera {

/// What an exchange is made from. All of it outlives the exchange.
struct ExchangeInput {
    MultiPlan const& plan;
    RankLayouts const& layouts; ///< this rank's
    Surroundings& surroundings;
    RankMessages const& messages; ///< this rank's
    RedistributorOptions const& options;
    Updaters const& updaters; ///< that the messages were compiled with
    int tag = 0;              ///< of its messages, so that several exchanges of a communicator may be under way

    [[nodiscard]] Comm const& comm() const { return surroundings.comm(); }
};

/// For each plan the memory that the sources of this run lie in, where other ranks of the node may read them; or nothing.
/// The same on every rank: all give it or none.
using SharedSources = std::span<NodeMemory const* const>;

/// Prepared once (buffers, datatypes), run any number of times, collectively: begin(), then end() with the same arguments.
class Exchange {
  public:
    Exchange() = default;
    Exchange(Exchange const&) = delete;
    Exchange& operator=(Exchange const&) = delete;
    virtual ~Exchange() = default;

    /// Starts what travels by itself; between begin and end other work may be done.
    virtual void begin(SourcePointers, TargetPointers, SharedSources) {}
    /// Does the rest, and waits.
    virtual void end(SourcePointers sources, TargetPointers targets, SharedSources shared) = 0;
    /// Memory of this rank for messages, the arrays left out.
    [[nodiscard]] virtual Index buffer_bytes() const = 0;
    /// How the last run's messages within a node went; nothing where a transport makes no difference between nodes.
    [[nodiscard]] virtual NodeWays ways() const { return {}; }
    /// Collective: the last run's transfers on rank 0, where they were asked for; else nothing.
    [[nodiscard]] virtual std::vector<TracedTransfer> gather_trace() const { return {}; }
};

/// Collective: by options.transport.
[[nodiscard]] std::unique_ptr<Exchange> make_exchange(ExchangeInput const& input);

/// The memory that a rank's messages want at most, in bytes: that of buffer_bytes(), without a look at their elements. (A message
/// that is gapless in an array wants none; of one that may be read the receiver's lists count, too.) `straight`: the sources are
/// where the ranks of a node see them.
[[nodiscard]] Index predicted_buffers(MultiPlan const& plan, Rank rank, Node const& node, RedistributorOptions const& options,
                                      bool straight);

// One for each transport (transports.cpp). All are collective.

[[nodiscard]] std::unique_ptr<Exchange> make_point_to_point(ExchangeInput const& input);
[[nodiscard]] std::unique_ptr<Exchange> make_persistent(ExchangeInput const& input);
/// The ranks agree on whether counts and displacements fit MPI's ints.
[[nodiscard]] std::unique_ptr<Exchange> make_alltoallv(ExchangeInput const& input);
[[nodiscard]] std::unique_ptr<Exchange> make_alltoallw(ExchangeInput const& input);
/// Through memory within a node, in messages between nodes.
[[nodiscard]] std::unique_ptr<Exchange> make_node_aware(ExchangeInput const& input);
/// Precondition: options.schedule delivers exactly these messages.
[[nodiscard]] std::unique_ptr<Exchange> make_scheduled(ExchangeInput const& input);

} // namespace tessera
