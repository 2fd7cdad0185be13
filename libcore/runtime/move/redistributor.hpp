// SPDX-License-Identifier: BSD-3-Clause
// Tessera: runs a plan under MPI.
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
class Surroundings;

/// When received messages are unpacked (point to point only; a collective call returns everything at once).
enum class Receive {
    Async, ///< each as it arrives
    Sync   ///< all after the last has arrived
};

/// How one rank stores its part of every source and of every target, in the order of the plans; nothing where it holds none.
/// Layouts of the caller's (LocalLayout::strided) may differ from rank to rank.
struct RankLayouts {
    std::vector<std::optional<LocalLayout>> sources;
    std::vector<std::optional<LocalLayout>> targets;

    /// Each array in its own storage order.
    [[nodiscard]] static RankLayouts standard(std::span<RedistPlan const> plans, Rank rank);
};

/// Is this a layout of the rank's part of the array? Any will do where it has none. Error: it is missing, or of other elements.
[[nodiscard]] Result<void> check_layout(Mapping const& mapping, Rank rank, std::optional<LocalLayout> const& layout);
/// Has this rank a layout of its part of each source and target? Error: one is missing, or is of other elements.
[[nodiscard]] Result<void> check_layouts(std::span<RedistPlan const> plans, Rank rank, RankLayouts const& layouts);

/// The error of a plan that names `wanted` ranks in a job of `there`.
[[nodiscard]] tl::unexpected<Error> too_few_ranks(Index wanted, int there);
/// Has a job of `there` ranks all that the mapping names? Error: too_few_ranks.
[[nodiscard]] Result<void> check_ranks(Mapping const& mapping, int there);

/// Messages that are worth it: both of these long. The kernel looks up the pages of each stretch, and what fits the caches is
/// copied faster twice (measured by tests/bench/node_bench).
struct CrossMemory {
    Index stretch = 8 * 1024;    ///< bytes of a gapless stretch, on the average, at both ends
    Index message = 1024 * 1024; ///< bytes of the message
};

struct RedistributorOptions {
    /// Auto costs more to make than PointToPoint (ranks meet to learn who shares a node, and with what), and less to execute.
    Transport transport = Transport::Auto;
    /// Auto and Shared, from arrays that the ranks of a node do not see: what is read from the memory of its sender by the kernel,
    /// where the system permits it (cross-memory attach). Nothing: no message.
    std::optional<CrossMemory> cross_memory = CrossMemory{};
    /// Auto: where no message between ranks of a node has so many bytes, they are sent from rank to rank. All ways through memory
    /// make the ranks meet twice, which takes longer than so few bytes. Where every rank has few partners, 8 times as many bytes.
    Index least_shared = 4096;
    Receive receive = Receive::Async;
    /// What each array's elements become on arrival: one entry per plan, or one for all, or none: they are copied. Messages hold
    /// elements of the source's type.
    std::vector<ElementUpdate> updates = {};
    /// Transport::Scheduled: a schedule of MessageSet::of(plan), the same on every rank.
    std::shared_ptr<Schedule const> schedule = nullptr;
    StepOrder steps = StepOrder::Async;
    bool trace = false; ///< record what gather_trace() returns
    /// Called now and then with the bytes that reached this rank's targets since the last call.
    std::function<void(Index)> progress = nullptr;
    /// Larger messages and displacements use derived datatypes. Smaller than the default only in tests.
    Index most_bytes_per_count = std::numeric_limits<int>::max();
};

/// What one execution costs this rank.
struct RedistributorCosts {
    Index messages_sent = 0;
    Index messages_received = 0;
    Index bytes_sent = 0;
    Index bytes_received = 0;
    Index bytes_kept = 0;   ///< copied from source to target on this rank
    Index buffer_bytes = 0; ///< memory held for messages; those that are gapless in an array need none
};

/// How what this rank received from others of its node came, in bytes, and why not otherwise (Transport::Auto and Shared).
struct NodeWays {
    Index straight = 0; ///< copied from arrays that the ranks of the node see (DistributedArray)
    Index read = 0;     ///< read from the memory of the sender's process by the kernel, into the target at once
    Index staged = 0;   ///< gathered in shared memory and scattered from there
    Index sent = 0;     ///< from rank to rank: all are short, or there is no room for that memory
    std::optional<std::string> refusal = std::nullopt; ///< of the system, to reading what would be worth it
};

/// One rank's share of a plan, compiled once and executed any number of times. Ranks of the plan are ranks of the communicator.
///
/// Messages are started at the next higher rank, so that not every rank begins with rank 0; gapless stretches of an array are sent
/// and received in place; what stays on the rank is copied straight from source to target while messages travel.
///
/// Threads: several may make and execute redistributors at once where each has a communicator of its own and MPI was started with
/// MPI_THREAD_MULTIPLE. On one communicator they may not, not even with different redistributors: all that are made of it share its
/// duplicate, so messages of one could arrive as those of another, and what is known of the node is kept without a lock.
class Redistributor {
  public:
    /// Collective over `comm`: any communicator of the caller's will do. It is duplicated once, however many are made of it; they
    /// are executed in the same order on every rank. Errors: the plan names ranks that the communicator does
    /// not have; Transport::Shared, and not all ranks are on one node; an update that the types do not allow
    /// (ElementArithmetic::make).
    [[nodiscard]] static Result<Redistributor> make(MultiPlan const& plan, MPI_Comm comm, RedistributorOptions options = {});
    /// With each rank's own layouts. Error besides, the same on all ranks: check_layouts() of any of them.
    [[nodiscard]] static Result<Redistributor> make(MultiPlan const& plan, MPI_Comm comm, RankLayouts const& layouts,
                                                    RedistributorOptions options = {});

    /// What make() says about them, with nothing made. Collective.
    [[nodiscard]] static Result<void> check(MultiPlan const& plan, MPI_Comm comm, RedistributorOptions const& options);

    /// The way back, from targets to sources (Thakur, section 3.7, circular redistribution): made of what is compiled already,
    /// nothing is planned. Transports that look at the plan (Auto, Shared, Alltoallw) send as PointToPoint does. Collective.
    /// Preconditions: options have no schedule, and neither they nor those of the way there an update; no plan has copies of an
    /// element on either side, as what each of them should send or get back is not said. Sources and targets change places in
    /// execute() of the result.
    [[nodiscard]] Redistributor reversed(RedistributorOptions const& options) const;

    Redistributor(Redistributor&&) noexcept;
    Redistributor& operator=(Redistributor&&) noexcept;
    ~Redistributor(); ///< precondition: no execution is under way

    /// Collective. One pointer per plan to the beginning of this rank's allocation (null where it holds nothing), laid out as
    /// the RankLayouts say. Sources and targets do not overlap. Target elements that the plan does not name keep their values.
    void execute(std::span<void const* const> sources, std::span<void* const> targets);
    /// The same for a plan of one array.
    void execute(void const* source, void* target);
    /// The same from arrays of the library's, one per plan: within a node Transport::Auto and Transport::Shared copy straight from
    /// them into the targets. Precondition: they have the layouts that this was made for.
    void execute(std::span<DistributedArray const* const> sources, std::span<void* const> targets);
    void execute(DistributedArray const& source, DistributedArray& target);

    /// execute() in two halves, so that a program computes while messages travel. Until end() the sources may be read and not
    /// written, and the targets neither. Collective, both: ranks begin and end what they run on a communicator in the same order;
    /// several redistributors may be under way. Between begin and end travel all messages of PointToPoint and Persistent, and of
    /// Auto those between nodes and those within one that are short; what else there is to do is done by end(). Throws
    /// BrokenPrecondition where this one is under way already, or where end() finds that it is not.
    void begin(std::span<void const* const> sources, std::span<void* const> targets);
    void begin(void const* source, void* target);
    void begin(std::span<DistributedArray const* const> sources, std::span<void* const> targets);
    void begin(DistributedArray const& source, DistributedArray& target);
    void end();

    [[nodiscard]] RedistributorCosts costs() const;
    /// Of the last execution.
    [[nodiscard]] NodeWays node_ways() const;

    /// Collective. On rank 0 every transfer of the last execution by step, sender and receiver; empty elsewhere, and without
    /// RedistributorOptions::trace and a schedule.
    [[nodiscard]] std::vector<TracedTransfer> gather_trace() const;

  private:
    friend class RoundRedistributor;
    struct State;
    /// Among others that follow each other in the same surroundings. Collective. Precondition: check() has nothing against it.
    [[nodiscard]] static Redistributor make_within(std::shared_ptr<Surroundings> surroundings, MultiPlan const& plan,
                                                   RankLayouts const& layouts, RedistributorOptions const& options);
    explicit Redistributor(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace tessera
