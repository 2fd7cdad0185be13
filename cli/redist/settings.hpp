// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what the command line of redist asks for.
#pragma once

#include "cli/common/arguments.hpp"
#include "cli/redist/schedule_settings.hpp"
#include "libcore/base/result.hpp"
#include "libcore/pipeline/method_choice.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/redist/relabelling/relabelling.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/store/file_name.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace tessera::cli {

struct RedistSettings {
    MultiPlan plan;
    ComposedPlan composed;                                    ///< the phases that --method makes of the plan
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
    std::optional<FileName> old = std::nullopt;         ///< of the targets before, where they are not overwritten
    bool round_trip = false;                            ///< there and back, each time
    bool verify = false;
    bool force = false;
    /// For the buffers of all ranks together: from file to file in parts, with a journal (copy_in_parts.hpp), else in rounds.
    std::optional<Index> memory = std::nullopt;
    bool resume = false; ///< a copy in parts

    [[nodiscard]] MethodInfo const& method() const { return *composed.plan.method; }
    /// Does a part of what the targets hold stay in them?
    [[nodiscard]] bool adds_up() const { return update && update->beta != std::complex<double>(0); }
    /// The target of a movement as it is held and written: of another type, where elements are converted.
    [[nodiscard]] Mapping target_of(RedistPlan const& movement) const;
    [[nodiscard]] bool in_parts() const { return resume || (memory && in && out); }
    /// Of arrays in memory: within --memory for their messages.
    [[nodiscard]] bool in_rounds() const { return memory && !in_parts(); }
};

/// `ranks`: the size of the MPI job; `on_one_node`: do they share their memory? Errors: the job's; mappings on more ranks than
/// there are; options that contradict each other.
[[nodiscard]] Result<RedistSettings> redist_settings(Arguments const& arguments, int ranks, bool on_one_node);

} // namespace tessera::cli
