// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan program.
#include "cli/distplan/program.hpp"

#include "cli/common/job_loading.hpp"
#include "cli/common/shared_options.hpp"
#include "cli/common/site_loading.hpp"
#include "cli/common/watched_work.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/base/time_text.hpp"
#include "libcore/base/try.hpp"
#include "libcore/program/layout_wish.hpp"
#include "libcore/report/program/program_report.hpp"
#include "libcore/scene/program/program_scene.hpp"
#include "libcore/scene/svg.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera::cli {

Invocation program_invocation() {
    return {
        .name = "program",
        .arguments = "[JOB]",
        .max_arguments = 1,
        .summary = "add up the costs of a program's phases and remaps",
        .description =
            R"(Adds up what a program costs with the distributions that its job has. The job describes the program as phases, such as
'!dist$ phase rows: whole A(:,*) work 5*n*log2(n) repeat 10' (see share/doc/programs.md).

For each phase the command prints its halos, sums and broadcasts, and the work of the busiest rank over the mean. For
each remap it prints what moves, in how many messages, and how long it takes. Phases and remaps in a loop count as
often as the loop repeats. This includes the remaps from the end of a loop to its beginning.

Messages cost as much as the plan and the schedule that Tessera would execute on the machine. 'distplan redist' and
'distplan schedule' print them one by one. --operation is the time of one operation of 'work'.)",
        .examples = {{"distplan program fft2d.hpf --machine delta", "Price an FFT, phase by phase."},
                     {"distplan program adi.hpf --machine delta --operation 20ns", "Price it for slower processors."},
                     {"distplan program adi.hpf --what-if 'U (block,block) onto P(4,4)'", "Compare with another layout."}},
        .main_options = {"what-if", "machine", "topology", "svg", "json"},
    };
}

std::vector<OptionSpec> program_options() {
    std::string const group = "Options";
    std::vector<std::string> const program{"program"};
    return {
        {.name = "what-if",
         .kind = ValueKind::Text,
         .placeholder = "WISH",
         .help = "compare with other layouts: 'U (block,*) onto P(8); V@rows (*,block)'",
         .group = group,
         .subcommands = program},
        {.name = "operation",
         .kind = ValueKind::Text,
         .placeholder = "TIME",
         .help = "time of one operation of the computation (default: 1ns)",
         .group = group,
         .subcommands = {"program", "advise"}},
        machine_option(program),
        topology_option(program),
        placement_option(program),
        {.name = "svg",
         .kind = ValueKind::File,
         .placeholder = "FILE",
         .help = "draw the phases and remaps as an SVG picture; - is standard output",
         .group = group,
         .subcommands = {"program", "advise"}},
        force_option({"program", "advise"}),
        json_option(program),
        progress_option(program),
    };
}

namespace {

Result<double> operation_time(Arguments const& arguments) {
    auto const seconds = parse_seconds(arguments.text_or("operation", "1ns"));
    if (!seconds) return fail(fmt::format("--operation: {}", seconds.error().message));
    return seconds;
}

Result<std::unique_ptr<PricedJob>> load_priced_job(Tool const& tool, Watch const& watch, SiteOfRanks site) {
    auto const job = TRY(load_job(tool.arguments));
    auto const operation = TRY(operation_time(tool.arguments));
    return PricedJob::make(job, std::move(site), operation, watch);
}

struct LayoutPrice {
    ProgramCost cost;
    std::string lack; ///< what the machine lacks, so that the cost has no times; often empty
};

/// Prices a layout. If the machine lacks a rate, only bytes and messages are counted. Errors: as cost_of, without a machine.
Result<LayoutPrice> price(Tool const& tool, PricedJob const& priced, ProgramLayout const& layout, Site const& site,
                          Watch const& watch) {
    auto timed = cost_of(priced.coster(), layout, watch);
    if (timed) {
        std::string lack = site.machine && !timed->seconds() ? site.machine->lack_of_rates() : "";
        return LayoutPrice{*std::move(timed), std::move(lack)};
    }
    auto const without_machine = [&tool](int ranks) {
        auto found = load_site(tool.arguments, ranks);
        if (found) found->machine = nullptr;
        return found;
    };
    auto const counted = TRY(load_priced_job(tool, watch, without_machine));
    auto cost = TRY(cost_of(counted->coster(), layout, watch));
    return LayoutPrice{std::move(cost), timed.error().message};
}

} // namespace

Result<std::unique_ptr<PricedJob>> load_priced_job(Tool const& tool, Watch const& watch) {
    auto priced = TRY(load_priced_job(tool, watch, [&tool](int ranks) { return load_site(tool.arguments, ranks); }));
    if (!priced->job().copies.empty()) tool.messages.note("the copies of the job are not counted; only its phases and remaps are");
    return priced;
}

Result<ExitCode> distplan_program(Tool const& tool) {
    WatchedWork work("pricing", progress_mode(tool.arguments.text_or("progress", "auto")), tool.messages.quiet());
    auto const priced = TRY(load_priced_job(tool, work.watch()));
    PhasedProgram const& program = priced->program();
    auto const wishes = tool.arguments.text("what-if");
    auto layout = layout_with(program, own_layout(program), wishes.value_or(""), tool.arguments.number("ranks"));
    if (!layout) return fail("--what-if: " + layout.error().message);
    auto const site = TRY(load_site(tool.arguments, static_cast<int>(std::max(program.ranks(), layout->ranks()))));
    auto [cost, lack] = TRY(price(tool, *priced, *layout, site, work.watch()));
    std::optional<ProgramCost> own;
    if (wishes)
        if (auto as_it_is = price(tool, *priced, own_layout(program), site, work.watch())) own = std::move(as_it_is->cost);
    if (work.watch().stopped()) return stopped_error();
    work.finish();
    if (auto const path = tool.arguments.text("svg"))
        return write_picture(tool, *path, to_svg(program_scene(program, *layout, cost)));
    ProgramReport const report{priced->coster(), site, *std::move(layout), std::move(cost), std::move(own), std::move(lack)};
    (tool.arguments.has("json") ? program_json : program_text)(report, sink_to(tool.out));
    return ExitCode::Done;
}

} // namespace tessera::cli
