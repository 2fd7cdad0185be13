// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan region.
#include "cli/distplan/region.hpp"

#include "cli/common/job_loading.hpp"
#include "cli/common/region_loading.hpp"
#include "cli/common/shared_options.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/base/try.hpp"
#include "libcore/region/region_plan.hpp"
#include "libcore/region/region_profile.hpp"
#include "libcore/report/mapping/region_report.hpp"
#include "libcore/scene/ownership/region_scene.hpp"
#include "libcore/scene/program/profile_scene.hpp"
#include "libcore/scene/svg.hpp"

#include <utility>

namespace tessera::cli {

Invocation region_invocation() {
    return {
        .name = "region",
        .arguments = "JOB",
        .max_arguments = 1,
        .summary = "count the elements that a statement touches",
        .description =
            R"(Counts the elements that an I/O statement touches on each rank. The statement's region is a set of inequalities over
parameters that are known only when the program runs (Coelho 1995). The job states it, as in
'!dist$ region read must A(i,j) for(m: 3<=i, 3<=j, i+j<=1+m)'. Without such a line the command takes it from the job's
loop nests.

For each rank the command prints the number of touched elements that it holds, and the number that it sends to the host
when the region is collected. It prints the same for an update, in which the host sends. If an element has copies, one
rank sends it, and all of them receive it. Elements are counted by formulas, not visited one by one.

--polyhedra prints conditions that hold for all values of the parameters. It begins with the constraints between array,
template, processors and local addresses. Their solution has three parts: C, whether anything is touched; P, which
processors hold touched elements; and E, these elements in the order of memory. Copies split P into P1, the sender, and
Pr, the receivers; I/O processors add Pio. Each variable is bounded by those before it.

--svg draws the touched elements over their owners. With --vary it draws the work of each rank for every value of one
parameter, and how long ranks wait for the busiest.)",
        .examples = {{"distplan region triangle.hpf --set m=27", "How much of the triangle does each rank hold?"},
                     {"distplan region triangle.hpf --set m=27 --json", "The same as JSON."},
                     {"distplan region triangle.hpf --vary m --svg work.svg", "Draw which ranks work while m grows."}},
        .main_options = {"set", "state", "vary", "polyhedra", "svg", "json"},
    };
}

std::vector<OptionSpec> region_options() {
    std::string const group = "Options";
    std::vector<std::string> const region{"region"};
    return {
        {.name = "set",
         .kind = ValueKind::Text,
         .placeholder = "NAME=VALUE",
         .help = "values of the region's parameters, such as m=27,n=5",
         .group = group,
         .subcommands = region},
        {.name = "line",
         .kind = ValueKind::Number,
         .placeholder = "N",
         .help = "number of the region in the job, counted from 1",
         .group = group,
         .subcommands = region},
        {.name = "state",
         .kind = ValueKind::Text,
         .placeholder = "STATE",
         .help = "state whose mapping is used: from, to or a number",
         .group = group,
         .subcommands = region},
        {.name = "vary",
         .kind = ValueKind::Text,
         .placeholder = "NAME",
         .help = "with --svg: draw the work over the values of this parameter",
         .group = group,
         .subcommands = region},
        {.name = "polyhedra",
         .help = "print conditions instead of counts; those on processors and on elements",
         .group = group,
         .subcommands = region},
        {.name = "svg",
         .kind = ValueKind::File,
         .placeholder = "FILE",
         .help = "draw the touched elements as an SVG picture; - is standard output",
         .group = group,
         .subcommands = region},
        force_option(region),
        json_option(region),
    };
}

namespace {

Result<ExitCode> draw_profile(Tool const& tool, Job const& job, std::string const& parameter) {
    auto const path = tool.arguments.text("svg");
    if (!path) return fail("--vary draws a picture; add --svg FILE");
    auto const chosen = TRY(choose_region(tool, job));
    auto others = TRY(parse_region_values(tool.arguments.text_or("set", "")));
    auto const profile = TRY(region_profile(chosen.region, chosen.mapping, parameter, std::move(others), most_profile_values));
    return write_picture(tool, *path, to_svg(profile_scene(chosen.region, profile, chosen.mapping)));
}

Result<ExitCode> show_polyhedra(Tool const& tool, Job const& job) {
    auto const chosen = TRY(choose_region(tool, job));
    auto const polyhedra = TRY(RegionPolyhedra::make(chosen.region, chosen.mapping, io_distribution_of(job, chosen.mapping)));
    polyhedra_text(chosen.region, chosen.mapping, polyhedra, sink_to(tool.out));
    return ExitCode::Done;
}

} // namespace

Result<ExitCode> distplan_region(Tool const& tool) {
    auto const job = TRY(load_job(tool.arguments));
    if (tool.arguments.has("polyhedra")) return show_polyhedra(tool, job);
    if (auto const parameter = tool.arguments.text("vary")) return draw_profile(tool, job, *parameter);
    auto loaded = TRY(load_region(tool, job));
    RegionShares shares = region_shares(loaded.region, loaded.values, loaded.mapping);
    RegionReport const report{std::move(loaded.region), std::move(loaded.mapping), std::move(loaded.values), std::move(shares)};
    if (auto const path = tool.arguments.text("svg"))
        return write_picture(tool, *path, to_svg(region_picture(report.region, report.values, report.mapping)));
    (tool.arguments.has("json") ? region_json : region_report_text)(report, sink_to(tool.out));
    return ExitCode::Done;
}

} // namespace tessera::cli
