// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the settings that the command line of redist requests.
#pragma once

#include "cli/common/arguments.hpp"
#include "cli/redist/schedule_settings.hpp"
#include "libcore/base/result.hpp"
#include "libcore/files/store/file_name.hpp"
#include "libcore/pipeline/method_choice.hpp"
#include "libcore/pipeline/transition.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/runtime/move/redistributor.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera::cli {

/// Movements that travel together.
struct MovementBatch {
    std::size_t first = 0;   ///< number of its first movement in RedistSettings::plan
    ComposedPlan composed;   ///< the phases of the movements according to --method
    CopyNumbers copies = {}; ///< empty: a change of states

    [[nodiscard]] std::span<RedistPlan const> plans() const { return composed.plan.whole.plans(); }
};

struct RedistSettings {
    MultiPlan plan;                     ///< all movements; with several batches it is only their list
    std::vector<MovementBatch> batches; ///< executed in order; at least one
    std::vector<std::string> inputs;    ///< arrays that --in holds: the sources, except those that earlier copies have written
    std::shared_ptr<Relabelling const> relabelling = nullptr; ///< with --relabel; the plan already uses its ranks
    std::optional<FileName> in = std::nullopt;
    std::optional<FileName> out = std::nullopt;
    std::string format_version = {}; ///< format version of `out` (NewArray::format_version)
    Transport transport = Transport::Auto;
    bool shares_sources = true; ///< with Transport::Auto: a node's shared memory has room for the sources
    Receive receive = Receive::Async;
    std::vector<ScheduleSettings> schedules = {}; ///< one per phase with Transport::Scheduled, else empty
    bool without_steps = false; ///< --algorithm auto on ranks of one node: they copy, and message order has no effect
    int repeat = 1;
    int warm_up = 0;                                    ///< executions before the timed ones
    std::optional<ElementUpdate> update = std::nullopt; ///< empty: elements are copied
    bool transposed = false;                            ///< by --op; the plan is transposed too
    std::optional<FileName> old = std::nullopt;         ///< initial values of the targets
    bool round_trip = false;                            ///< every repetition moves forward and back
    bool as_printed = false;                            ///< by the loops that the paper prints for the method
    bool verify = false;
    bool force = false;
    bool any_size = false;
    /// Bound on the buffers of all ranks together. A copy from file to file goes in parts, with a journal (copy_in_parts.hpp);
    /// other moves go in rounds.
    std::optional<Index> memory = std::nullopt;
    bool resume = false; ///< for a copy in parts

    [[nodiscard]] int executions() const { return warm_up + repeat; }
    [[nodiscard]] MethodInfo const& method() const { return *batches.front().composed.plan.method; }
    /// Returns whether the executor is another than a redistributor, with messages of its own.
    [[nodiscard]] bool has_own_messages() const { return as_printed || method().asks_owners; }
    /// Returns the sums over all batches; max_sends and max_receives are the maxima over the batches.
    [[nodiscard]] RedistTotals totals() const;
    /// Returns whether this is a job of copies. It reads and writes each array in one mapping, so the copies of a batch see
    /// the results of earlier ones.
    [[nodiscard]] bool makes_copies() const { return !batches.front().copies.empty(); }
    [[nodiscard]] bool is_input(std::string const& array) const;
    /// Returns the name of an input array in the file of --in.
    [[nodiscard]] FileName input_file(std::string const& array) const { return place_of(*in, array, inputs.size() > 1); }
    /// Returns whether --in holds the initial values of this target. In a job of copies a target may also be read.
    [[nodiscard]] bool holds_input(ArraySpec const& target) const { return makes_copies() && is_input(target.name); }
    /// Returns whether the sources are in memory that other ranks on the node can access.
    [[nodiscard]] bool copies_directly() const {
        return !has_own_messages() && shares_sources && (transport == Transport::Auto || transport == Transport::Shared);
    }
    /// Returns whether delivered elements depend on the target's initial values: beta is not 0.
    [[nodiscard]] bool adds_up() const { return update && update->beta != std::complex<double>(0); }
    /// Returns the target of a movement as it is stored and written: with another type if elements are converted.
    [[nodiscard]] Mapping target_of(RedistPlan const& movement) const;
    [[nodiscard]] bool in_parts() const { return resume || (memory && in && out); }
    /// Returns whether arrays in memory move in rounds, with --memory as the bound for messages.
    [[nodiscard]] bool in_rounds() const { return memory && !in_parts(); }
};

/// Returns the settings for the movements of these transitions, composed by `method`; empty means the plain one for each.
/// `watch` sees the choice of a method.
/// Errors: see composed_by; the bytes of several batches exceed 64 bits; an array that is copied within itself, or written
/// several times, has two mappings.
[[nodiscard]] Result<RedistSettings> settings_of(std::span<Transition const> transitions, std::string const& method,
                                                 SiteOfRanks const& site, Watch const& watch = {});

/// Returns the settings of a command line. `ranks`: the size of the MPI job; `nodes`: their nodes, for --algorithm and
/// --relabel. `watch` sees the planning. Errors: those of the job; mappings on more ranks than exist; contradictory options.
[[nodiscard]] Result<RedistSettings> redist_settings(Arguments const& arguments, int ranks, std::optional<RankNodes> const& nodes,
                                                     Watch const& watch = {});

} // namespace tessera::cli
