// SPDX-License-Identifier: BSD-3-Clause
// Tessera: redist: runs its steps in order.
#include "cli/redist/command.hpp"

#include "cli/common/copy_report.hpp"
#include "cli/common/mpi_tool.hpp"
#include "cli/common/new_file.hpp"
#include "cli/common/progress.hpp"
#include "cli/redist/copy_in_parts.hpp"
#include "cli/redist/held_arrays.hpp"
#include "cli/redist/region_run.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/runtime/memory/node_memory.hpp"
#include "libcore/runtime/mpi/agreed.hpp"
#include "libcore/runtime/mpi/node.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace tessera::cli {
namespace {

/// Decides how data moves within nodes. Direct copies need the sources, and with several phases the arrays between them, in
/// memory that a node's ranks share. If a node has no room for it, auto uses private arrays. With --memory it sends messages,
/// because the prediction assumes shared buffers.
Result<void> settle_transport(Communicator const& world, RedistSettings& settings) {
    bool const must = settings.transport == Transport::Shared;
    if (settings.in_parts() || (!must && settings.transport != Transport::Auto)) return {};
    auto const plans = settings.plan.plans();
    RankLayouts const layouts = RankLayouts::standard(plans, world.rank());
    std::map<std::string, Index> bytes; // bytes of each source
    for (std::size_t i = 0; i < plans.size(); ++i) {
        ArraySpec const& array = plans[i].source().array();
        if (layouts.sources[i]) bytes[array.name] = layouts.sources[i]->allocation_size() * array.type.bytes;
    }
    Index wanted = 0;
    for (auto const& [name, each] : bytes) wanted += each;
    Index phases = 0;
    for (MovementBatch const& batch : settings.batches) phases = std::max(phases, std::ssize(batch.composed.plan.phases));
    if (fits_shared_memory(world, wanted * phases)) return {};
    if (must) return fail("--transport shared: a node has no room for the arrays in its shared memory (/dev/shm); use p2p");
    settings.shares_sources = false;
    if (settings.in_rounds()) settings.transport = Transport::PointToPoint;
    return {};
}

/// Shows the progress of planning on one rank, if it takes long.
class PlanningBar final : public ProgressSink {
  public:
    PlanningBar(Tool const& tool, bool shown)
        : progress_("planning", 1,
                    tool.arguments.text_or("progress", "auto") == "auto" && shown ? ProgressMode::Auto : ProgressMode::Never,
                    tool.messages.quiet()) {}

  private:
    void report(Index done, Index of) override { progress_.set(done, of); }

    Progress progress_;
};

/// Returns the settings. Each rank reads the job by itself; if one fails, all stop.
Result<RedistSettings> agreed_settings(Tool const& tool, Communicator const& world) {
    std::optional<RankNodes> nodes;
    if (tool.arguments.has("algorithm") || tool.arguments.has("relabel")) {
        std::vector<int> const numbers = node_numbers(world);
        nodes = RankNodes::listed({numbers.begin(), numbers.end()});
    }
    PlanningBar bar(tool, world.rank() == 0);
    Watch const watch({}, &bar);
    auto settings = TRY(agreed<RedistSettings>(world, [&] { return redist_settings(tool.arguments, world.size(), nodes, watch); }));
    TRY(settle_transport(world, settings));
    return settings;
}

void report(Tool const& tool, Communicator const& world, RedistSettings const& settings, RedistOutcome& outcome) {
    if (world.rank() != 0) return;
    outcome.ranks = world.size();
    outcome.totals = settings.totals();
    bool const json = tool.arguments.has("json");
    Sink const sink = [&](std::string_view text) { tool.out.write(text); };
    if (json || !tool.messages.quiet()) (json ? redist_outcome_json : redist_outcome_text)(settings, outcome, sink);
    if (outcome.wrong) tool.messages.error(*outcome.wrong);
}

Result<void> write_trace(Tool const& tool, Communicator const& world, RedistSettings const& settings,
                         RedistOutcome const& outcome) {
    if (world.rank() != 0 || settings.schedules.empty() || !settings.schedules.front().trace) return {};
    std::string const& path = *settings.schedules.front().trace;
    auto const written = write_new_file(path, trace_document(settings, outcome), tool.arguments.has("force"));
    if (written) tool.messages.note(fmt::format("wrote {}", path));
    return written;
}

Result<ExitCode> run(Tool const& tool, Communicator const& world) {
    if (tool.arguments.has("region")) return run_region(tool, world);
    for (char const* const option : {"set", "line", "host"})
        if (tool.arguments.has(option)) return fail(fmt::format("--{} needs --region collect or update", option));
    auto const settings = TRY(agreed_settings(tool, world));
    if (settings.in_parts()) return copy_in_parts(tool, world, settings);
    ProgressMode const progress = progress_mode(tool.arguments.text_or("progress", "auto"));
    auto arrays = TRY(HeldArrays::make(world, settings, progress, tool.messages.quiet()));
    TRY(arrays.load());
    RedistOutcome outcome;
    outcome.room = arrays.room();
    TRY(arrays.move(outcome));
    if (!outcome.wrong) {
        TRY(arrays.store());
        if (world.rank() == 0 && settings.out) report_losses(tool, *settings.out, arrays.losses());
    }
    report(tool, world, settings, outcome);
    TRY(write_trace(tool, world, settings, outcome));
    ExitCode const code = outcome.wrong ? ExitCode::Mismatch : ExitCode::Done;
    return settings.out ? with_losses(code, *settings.out, arrays.losses()) : code;
}

} // namespace

int redist(int argc, char** argv) {
    return run_mpi_tool(argc, argv, redist_table(), run);
}

} // namespace tessera::cli
