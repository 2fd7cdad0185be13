// SPDX-License-Identifier: BSD-3-Clause
// Tessera: executes a redistribution plan under MPI.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/runtime/move/copy/element_update.hpp"
#include "libcore/runtime/move/step_order.hpp"
#include "libcore/runtime/move/transport.hpp"
#include "libcore/schedule/schedule.hpp"
#include "libcore/schedule/trace.hpp"

#include <functional>
#include <limits>
#include <memory>
#include <mpi.h>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera {

class DistributedArray;
class ExchangeContext;

/// Time of unpacking received messages. It applies to point-to-point messages; a collective call returns all at once.
enum class Receive {
    Async, ///< each message when it arrives
    Sync   ///< all messages after the last one has arrived
};

/// Returns the layout of the rank's part in the array's own storage order, or nothing if the rank holds no part.
[[nodiscard]] std::optional<LocalLayout> standard_layout(Mapping const& mapping, Rank rank);

/// Layouts of this rank's parts of all sources and targets, in the order of the plans. Empty where it holds nothing. Layouts
/// of the caller (LocalLayout::strided) may differ between ranks.
struct RankLayouts {
    std::vector<std::optional<LocalLayout>> sources;
    std::vector<std::optional<LocalLayout>> targets;

    /// Returns layouts with each array in its own storage order.
    [[nodiscard]] static RankLayouts standard(std::span<RedistPlan const> plans, Rank rank);
};

/// Checks that this is a layout of the rank's part of the array. If the rank has no part, any layout is accepted. Error: the
/// layout is missing or covers other elements.
[[nodiscard]] Result<void> check_layout(Mapping const& mapping, Rank rank, std::optional<LocalLayout> const& layout);
/// Checks that this rank has a layout of its part of each source and target. Error: one is missing or covers other elements.
[[nodiscard]] Result<void> check_layouts(std::span<RedistPlan const> plans, Rank rank, RankLayouts const& layouts);

/// Returns the error for a plan that names `wanted` ranks in a job of `there` ranks.
[[nodiscard]] tl::unexpected<Error> too_few_ranks(Index wanted, int there);
/// Checks that a job of `there` ranks has all ranks of the mapping. Error: too_few_ranks.
[[nodiscard]] Result<void> check_ranks(Mapping const& mapping, int there);

/// Least sizes of a message for cross-memory reads; both must be reached. The kernel looks up the pages of each contiguous
/// run. Messages that fit the caches are copied faster in two steps (measured by tests/bench/node_bench).
struct CrossMemory {
    Index stretch = 8 * 1024;    ///< average length of a contiguous run at both ends, in bytes
    Index message = 1024 * 1024; ///< length of the message, in bytes
};

struct RedistributorOptions {
    /// Auto costs more to make than PointToPoint, because ranks communicate to find their node's ranks and memory. It costs
    /// less to execute.
    Transport transport = Transport::Auto;
    /// For Auto and Shared, if the sources are not shared on the node: messages that the kernel reads from the sender's
    /// memory, if the system permits it (cross-memory attach). Empty: no message.
    std::optional<CrossMemory> cross_memory = CrossMemory{};
    /// For Auto: if all messages between ranks of a node are shorter, in bytes, they are sent from rank to rank. All transfers
    /// through shared memory need two synchronizations, which take longer. If every rank has few partners, the limit is 8
    /// times as high.
    Index least_shared = 4096;
    /// For Auto and Shared: bytes that a rank packs in shared memory between two synchronizations of the node, if its messages
    /// are at least four times as long; 0: never. Two slabs of the default length fit the second-level cache.
    Index slab = 512 * 1024;
    Receive receive = Receive::Async;
    /// Update of each array's elements on arrival: one entry per plan, or one for all. Empty: elements are copied. Messages
    /// hold elements of the source's type.
    std::vector<ElementUpdate> updates = {};
    /// For Transport::Scheduled: a schedule of MessageSet::of(plan), the same on every rank.
    std::shared_ptr<Schedule const> schedule = nullptr;
    StepOrder steps = StepOrder::Async;
    bool trace = false; ///< record the transfers for gather_trace()
    /// Called from time to time with the bytes that reached this rank's targets since the last call.
    std::function<void(Index)> progress = nullptr;
    /// Larger messages and displacements use derived datatypes. Only tests use less than the default.
    Index most_bytes_per_count = std::numeric_limits<int>::max();
};

/// Costs of one execution for this rank.
struct RedistributorCosts {
    Index messages_sent = 0;
    Index messages_received = 0;
    Index bytes_sent = 0;
    Index bytes_received = 0;
    Index bytes_kept = 0;   ///< copied from source to target on this rank
    Index buffer_bytes = 0; ///< memory for messages; messages that are contiguous in an array need none
};

/// Bytes that this rank received from other ranks on its node, by way of transfer (Transport::Auto and Shared).
struct NodeTraffic {
    Index straight = 0; ///< copied from arrays in shared memory (DistributedArray)
    Index read = 0;     ///< read by the kernel from the sender's memory directly into the target
    Index staged = 0;   ///< packed in shared memory and unpacked from there
    Index sent = 0;     ///< sent as messages, because all are short or the node has no room for shared memory
    std::optional<std::string> refusal = std::nullopt; ///< the system's reason for not reading from the sender's memory
};

/// One rank's share of a plan, compiled once and executed any number of times. Ranks of the plan are ranks of the
/// communicator.
///
/// Each rank sends first to the next higher rank, so that not all begin with rank 0. Contiguous runs of an array are sent and
/// received in place. Data that stays on the rank is copied directly from source to target while messages travel.
///
/// Threads: several may make and execute redistributors at the same time if each has its own communicator and MPI provides
/// MPI_THREAD_MULTIPLE. On one communicator they may not, even with different redistributors. All redistributors of a
/// communicator share its duplicate, so their messages could be confused, and they share data about the node without a lock.
class Redistributor {
  public:
    /// Collective over `comm`, which may be any communicator of the caller. It is duplicated once for all redistributors made
    /// of it. Ranks must execute these in the same order. Errors: the plan names ranks that the communicator does not have;
    /// Transport::Shared with ranks on several nodes; an update that the types do not allow (ElementArithmetic::make).
    [[nodiscard]] static Result<Redistributor> make(MultiPlan const& plan, MPI_Comm comm, RedistributorOptions options = {});
    /// Makes a redistributor for each rank's own layouts. Further errors, the same on all ranks: those of check_layouts() on
    /// any rank.
    [[nodiscard]] static Result<Redistributor> make(MultiPlan const& plan, MPI_Comm comm, RankLayouts const& layouts,
                                                    RedistributorOptions options = {});

    /// Returns the error that make() would return, without making anything. Collective.
    [[nodiscard]] static Result<void> check(MultiPlan const& plan, MPI_Comm comm, RedistributorOptions const& options);

    /// Returns a redistributor from the targets to the sources (Thakur, section 3.7, circular redistribution). It is made from
    /// the compiled messages, without planning. Transports that need the plan (Auto, Shared, Alltoallw) send as PointToPoint
    /// does. Collective. Preconditions: no schedule in `options`; no updates in `options` or in the forward direction; no plan
    /// has copies of an element on either side, because it is undefined what each copy should send or receive. In execute() of
    /// the result, sources and targets change places.
    [[nodiscard]] Redistributor reversed(RedistributorOptions const& options) const;

    Redistributor(Redistributor&&) noexcept;
    Redistributor& operator=(Redistributor&&) noexcept;
    ~Redistributor(); ///< precondition: no execution is in progress

    /// Collective. Takes one pointer per plan to the start of this rank's allocation (null if it holds nothing), with the
    /// layouts of RankLayouts. Sources and targets do not overlap. Target elements that the plan does not name keep their
    /// values.
    void execute(std::span<void const* const> sources, std::span<void* const> targets);
    /// Executes a plan of one array.
    void execute(void const* source, void* target);
    /// Executes from DistributedArrays, one per plan. Within a node Transport::Auto and Transport::Shared copy directly from
    /// them into the targets. Precondition: the arrays have the layouts that this redistributor was made for.
    void execute(std::span<DistributedArray const* const> sources, std::span<void* const> targets);
    void execute(DistributedArray const& source, DistributedArray& target);

    /// The two halves of execute(), so that a program can compute while messages travel. Until end() the sources may be read
    /// but not written; the targets may be neither read nor written. Both calls are collective: ranks begin and end all
    /// redistributors on a communicator in the same order. Several redistributors may be in progress. All messages of
    /// PointToPoint and Persistent travel between begin() and end(). With Auto, messages between nodes do, and short ones
    /// within a node. end() does the rest. Throws BrokenPrecondition if begin() is called twice or end() without begin().
    void begin(std::span<void const* const> sources, std::span<void* const> targets);
    void begin(void const* source, void* target);
    void begin(std::span<DistributedArray const* const> sources, std::span<void* const> targets);
    void begin(DistributedArray const& source, DistributedArray& target);
    void end();

    [[nodiscard]] RedistributorCosts costs() const;
    /// Returns the ways of the last execution.
    [[nodiscard]] NodeTraffic node_traffic() const;

    /// Returns on rank 0 all transfers of the last execution, by step, sender and receiver. Empty on other ranks, and without
    /// RedistributorOptions::trace and a schedule. Collective.
    [[nodiscard]] std::vector<TracedTransfer> gather_trace() const;

  private:
    friend class RoundRedistributor;
    struct State;
    /// Makes a redistributor that shares `context` with others that execute one after another. Collective. Precondition:
    /// check() returns no error.
    [[nodiscard]] static Redistributor make_within(std::shared_ptr<ExchangeContext> context, MultiPlan const& plan,
                                                   RankLayouts const& layouts, RedistributorOptions const& options);
    explicit Redistributor(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace tessera
