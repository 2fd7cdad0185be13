// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan advise.
#include "cli/distplan/advise.hpp"

#include "cli/common/job_loading.hpp"
#include "cli/common/shared_options.hpp"
#include "cli/common/site_loading.hpp"
#include "cli/common/watched_work.hpp"
#include "cli/distplan/program.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/base/try.hpp"
#include "libcore/report/program/advice_report.hpp"
#include "libcore/scene/program/advice_scene.hpp"
#include "libcore/scene/svg.hpp"
#include "libcore/spec/parse.hpp"

#include <fmt/format.h>
#include <utility>

namespace tessera::cli {

Invocation advise_invocation() {
    return {
        .name = "advise",
        .arguments = "[JOB]",
        .max_arguments = 1,
        .summary = "find the cheapest distributions for a program",
        .note = "A job has a line for each loop nest (see share/doc/programs.md):\n"
                "!dist$ phase relax: on V(i,j) writes V reads U with V halo U(1,1) work 5",
        .description =
            R"(Finds the distributions of a program's arrays that cost least. The job describes the program as phases, one for each
loop nest. For each phase the command tries block, cyclic(k) and balanced gen_block distributions on all processor
grids. It adds the cost of changing the distribution between phases, and finds the cheapest sequence over all phases
and loops exactly, by dynamic programming.

It prints the best answers and the job's own distributions with their times, and the reasons. It also prints what
another layout in one phase would cost more, and the best answer as a job file.

A phase is a line '!dist$ phase NAME:' followed by clauses:

on A(i,j):: The owner of the element does the work.

reads, writes, updates:: The arrays that the phase uses. 'writes' replaces the whole array. 'reads B(j,i) with A(i,j)'
says which elements are used together.

whole A(:,*):: This dimension must not be divided.

halo A(1,1):: The phase reads neighbours up to this distance.

reduce A(:,+), sweep A(:,>), spread A(:,+):: The phase sums along a dimension, runs through it in order, or copies along
it.

work EXPRESSION:: The number of operations for each element, as an expression of i and j.

where j <= i:: Only these elements are computed.

repeat 10:: The phase runs this many times. '!dist$ repeat 100' and '!dist$ end repeat' enclose several phases that
are repeated together.

share/doc/programs.md begins with an introduction for beginners.

A remap costs as much as the plan and the schedule that Tessera would execute, on the machine that --machine names.

--costs reads a graph of integer costs instead of a job, in the format of the IOPDDL contest.)",
        .examples = {{"distplan advise adi.hpf --machine delta --operation 50ns", "Is a pipeline better, or a transpose?"},
                     {"distplan advise lu.hpf --machine delta --ranks 64 --memory 64MiB", "Advise for 64 ranks with 64 MiB each."},
                     {"distplan advise --costs graph.json --json", "Find the cheapest strategies in a graph of costs."}},
        .main_options = {"operation", "memory", "top", "machine", "json"},
    };
}

std::vector<OptionSpec> advise_options() {
    std::string const group = "Options";
    std::vector<std::string> const advise{"advise"};
    return {
        {.name = "memory",
         .kind = ValueKind::Size,
         .placeholder = "SIZE",
         .help = "largest memory of one rank; no answer needs more",
         .group = group,
         .subcommands = advise},
        {.name = "top",
         .kind = ValueKind::Number,
         .placeholder = "N",
         .help = "number of answers to print (default: 5)",
         .group = group,
         .subcommands = advise},
        machine_option(advise),
        topology_option(advise),
        placement_option(advise),
        {.name = "costs",
         .kind = ValueKind::File,
         .placeholder = "FILE",
         .help = "choose from this graph of costs (IOPDDL's format) instead of a job",
         .group = group,
         .subcommands = advise},
        json_option(advise),
        progress_option(advise),
    };
}

namespace {

Result<ExitCode> advise_on_costs(Tool const& tool, std::string const& path) {
    for (char const* const other : {"array", "machine", "memory", "ranks", "top", "topology", "operation"})
        if (tool.arguments.has(other)) return fail(fmt::format("--costs takes all costs from its file; --{} is for jobs", other));
    if (!tool.arguments.positionals().empty()) return fail("--costs and a job cannot be used together");
    auto const text = DirectoryReader("").read(path);
    if (!text) return fail(fmt::format("--costs: {}", text.error().message));
    auto const graph = CostGraph::from_json(*text);
    if (!graph) return fail(fmt::format("{}: {}", path, graph.error().message));
    auto choice = best_strategies(*graph);
    if (!choice) return fail(fmt::format("{}: {}", path, choice.error().message));
    auto unlimited = cheaper_without_limit(*graph, *choice);
    if (!unlimited) return fail(fmt::format("{}: {}", path, unlimited.error().message));
    ChoiceReport const report{*graph, *std::move(choice), *std::move(unlimited)};
    (tool.arguments.has("json") ? choice_json : choice_text)(report, sink_to(tool.out));
    return ExitCode::Done;
}

Result<AdviceRequest> advice_request(Arguments const& arguments, PhasedProgram const& program) {
    AdviceRequest request{
        .ranks = arguments.number("ranks").value_or(program.ranks()), .memory = arguments.number("memory"), .other_ranks = true};
    request.top = as_size(arguments.number("top").value_or(5));
    if (request.top == 0) return fail("--top: expected 1 or more answers");
    return request;
}

} // namespace

Result<ExitCode> distplan_advise(Tool const& tool) {
    if (auto const path = tool.arguments.text("costs")) return advise_on_costs(tool, *path);
    WatchedWork work("pricing", progress_mode(tool.arguments.text_or("progress", "auto")), tool.messages.quiet());
    auto const priced = TRY(load_priced_job(tool, work.watch()));
    PhaseCoster const& coster = priced->coster();
    if (coster.program().lines().empty())
        tool.messages.note("the job has no '!dist$ phase' line, so only its remaps are counted, and no work");
    auto const request = TRY(advice_request(tool.arguments, coster.program()));
    auto const site = TRY(load_site(tool.arguments, static_cast<int>(request.ranks)));
    auto advice = TRY(advise(coster, request, work.watch()));
    work.finish();
    if (auto const path = tool.arguments.text("svg"))
        return write_picture(tool, *path, to_svg(advice_scene(coster.program(), advice)));
    AdviceReport const report{priced->job(), coster, site, request, std::move(advice)};
    (tool.arguments.has("json") ? advice_json : advice_text)(report, sink_to(tool.out));
    return ExitCode::Done;
}

} // namespace tessera::cli
