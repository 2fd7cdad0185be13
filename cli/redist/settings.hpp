// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what the command line of redist asks for.
#pragma once

#include "cli/common/arguments.hpp"
#include "cli/redist/schedule_settings.hpp"
#include "libcore/base/result.hpp"
#include "libcore/pipeline/method_choice.hpp"
#include "libcore/pipeline/transition.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/store/file_name.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera::cli {

/// Movements that travel together.
struct MovementBatch {
    std::size_t first = 0; ///< its first movement, of RedistSettings::plan
    ComposedPlan composed; ///< the phases that --method makes of them
    CopyRange copies = {}; ///< empty: a change of states

    [[nodiscard]] std::span<RedistPlan const> plans() const { return composed.plan.whole.plans(); }
};

struct RedistSettings {
    MultiPlan plan;                     ///< all movements; with several batches only their list
    std::vector<MovementBatch> batches; ///< one after the other; at least one
    std::vector<std::string> inputs;    ///< the arrays that --in holds: the sources, but those that earlier copies have written
    std::shared_ptr<Relabelling const> relabelling = nullptr; ///< with --relabel: the plan goes to its ranks
    std::optional<FileName> in = std::nullopt;
    std::optional<FileName> out = std::nullopt;
    Transport transport = Transport::Auto;
    bool shares_sources = true; ///< with Transport::Auto: there is room for them in memory that a node's ranks share
    Receive receive = Receive::Async;
    std::vector<ScheduleSettings> schedules = {}; ///< one for each phase with Transport::Scheduled, else none
    bool without_steps = false; ///< --algorithm auto, and the ranks share a node: they copy, and no order of messages helps
    int repeat = 1;
    std::optional<ElementUpdate> update = std::nullopt; ///< nothing: elements are copied
    bool transposed = false;                            ///< by --op; the plan says it, too
    std::optional<FileName> old = std::nullopt;         ///< what the targets hold before
    bool round_trip = false;                            ///< there and back, each time
    bool verify = false;
    bool force = false;
    bool any_size = false;
    /// For the buffers of all ranks together: from file to file in parts, with a journal (copy_in_parts.hpp), else in rounds.
    std::optional<Index> memory = std::nullopt;
    bool resume = false; ///< a copy in parts

    [[nodiscard]] MethodInfo const& method() const { return *batches.front().composed.plan.method; }
    /// What all batches move, one after the other; the most sends and receives of a rank are those of one batch.
    [[nodiscard]] RedistTotals totals() const;
    /// A job of copies reads and writes each array in one mapping, so that the copies of one batch see what earlier ones wrote.
    [[nodiscard]] bool makes_copies() const { return !batches.front().copies.empty(); }
    [[nodiscard]] bool is_input(std::string const& array) const;
    /// Does --in say what this target holds before? In a job of copies it may be read, too.
    [[nodiscard]] bool holds_input(ArraySpec const& target) const { return makes_copies() && is_input(target.name); }
    /// Are the sources where other ranks of the node see them?
    [[nodiscard]] bool copies_straight() const {
        return !method().asks_owners && shares_sources && (transport == Transport::Auto || transport == Transport::Shared);
    }
    /// Does a part of what the targets hold stay in them?
    [[nodiscard]] bool adds_up() const { return update && update->beta != std::complex<double>(0); }
    /// The target of a movement as it is held and written: of another type, where elements are converted.
    [[nodiscard]] Mapping target_of(RedistPlan const& movement) const;
    [[nodiscard]] bool in_parts() const { return resume || (memory && in && out); }
    /// Of arrays in memory: within --memory for their messages.
    [[nodiscard]] bool in_rounds() const { return memory && !in_parts(); }
};

/// The movements of these transitions, composed by a method; empty: the plain one of each. Errors: see composed_by; several batches
/// are more bytes than fit 64 bits; an array that is copied within, or written several times, has two mappings.
[[nodiscard]] Result<RedistSettings> settings_of(std::span<Transition const> transitions, std::string const& method,
                                                 SiteOfRanks const& site);

/// `ranks`: the size of the MPI job; `nodes`: their nodes, with --algorithm and --relabel. Errors: the job's; mappings on more
/// ranks than there are; options that contradict each other.
[[nodiscard]] Result<RedistSettings> redist_settings(Arguments const& arguments, int ranks, std::optional<RankNodes> const& nodes);

} // namespace tessera::cli
