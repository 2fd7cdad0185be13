// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan codegen.
#include "cli/distplan/codegen.hpp"

#include "cli/common/halo_loading.hpp"
#include "cli/common/job_loading.hpp"
#include "cli/common/mapping_loading.hpp"
#include "cli/common/mask_loading.hpp"
#include "cli/common/new_file.hpp"
#include "cli/common/shared_options.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/base/try.hpp"
#include "libcore/codegen/halo_program.hpp"
#include "libcore/codegen/redist_program.hpp"
#include "libcore/codegen/region_program.hpp"
#include "libcore/comm/halo/wide_halo.hpp"
#include "libcore/pipeline/region_request.hpp"
#include "libcore/region/region_plan.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

namespace tessera::cli {
namespace {

using ProgramText = Result<std::string>;

/// Returns the regions to move: that of --line, or all of the job.
Result<std::vector<RegionMove>> region_moves(Tool const& tool, Job const& job) {
    auto const host = tool.arguments.number("host");
    if (host && *host > std::numeric_limits<Rank>::max()) return fail(fmt::format("--host: {} is no rank number", *host));
    auto const named = TRY(parse_region_values(tool.arguments.text_or("set", "")));
    auto const line = tool.arguments.number("line");
    Index const first = line.value_or(1);
    Index const last = line.value_or(std::max<Index>(std::ssize(job.regions), 1));
    std::vector<RegionMove> moves;
    RegionValues unused = named;
    for (Index number = first; number <= last; ++number) {
        auto chosen = TRY(chosen_region(job, {.line = number, .state = tool.arguments.text_or("state", "")}));
        auto hosts = TRY(io_hosts(job, chosen.mapping, host ? std::optional(static_cast<Rank>(*host)) : std::nullopt));
        RegionValues own = named;
        for (std::string const& parameter : chosen.region.statement().parameters) unused.erase(parameter);
        if (first != last) // ignore values for parameters of other regions
            std::erase_if(own, [&](auto const& each) {
                auto const& parameters = chosen.region.statement().parameters;
                return std::ranges::none_of(parameters,
                                            [&](auto const& parameter) { return notation::same_word(parameter, each.first); });
            });
        auto values = TRY(chosen.region.bound(own));
        moves.push_back({std::move(chosen.region), std::move(values), std::move(chosen.mapping),
                         tool.arguments.text("kind") == "collect", std::move(hosts)});
    }
    if (unused.empty()) return moves;
    return fail(fmt::format("--set {0}={1}: no region of {2} has a parameter {0}", unused.begin()->first, unused.begin()->second,
                            job.name));
}

ProgramText region_program_text(Tool const& tool, Job const& job, ProgramOptions const& options) {
    auto const moves = TRY(region_moves(tool, job));
    return region_program(moves, options);
}

/// Returns the selected arrays: the named one, or all.
Result<std::vector<ArrayStates const*>> asked_arrays(Tool const& tool, Job const& job) {
    auto const array = TRY(choose_array(job, tool.arguments.text("array-name")));
    if (tool.arguments.has("array-name")) return std::vector{array};
    std::vector<ArrayStates const*> all;
    for (ArrayStates const& each : job.arrays) all.push_back(&each);
    return all;
}

/// Returns the plans from the first state to the last: of the named array, or of all arrays with several states.
Result<std::vector<RedistPlan>> redistributions(Tool const& tool, Job const& job) {
    auto const arrays = TRY(asked_arrays(tool, job));
    if (!job.copies.empty())
        return fail("such programs are written for arrays that are remapped, and this job has copies between arrays");
    std::vector<RedistPlan> plans;
    for (ArrayStates const* array : arrays) {
        if (array->states.size() == 1) continue;
        auto from = TRY(Mapping::make(array->states.front()));
        auto to = TRY(Mapping::make(array->states.back()));
        plans.push_back(TRY(RedistPlan::make(std::move(from), std::move(to))));
    }
    if (plans.empty())
        return fail(fmt::format("{} is never remapped: expected a redistribute or realign in the job, or --to",
                                arrays.front()->array.name));
    return plans;
}

ProgramText redist_program_text(Tool const& tool, Job const& job, ProgramOptions const& options) {
    auto const plans = TRY(redistributions(tool, job));
    return tool.arguments.text("kind") == "pitfalls" ? pitfalls_program(plans, options) : redist_program(plans, options);
}

Result<HaloPlan> halo_plan(Tool const& tool, ArrayStates const& array) {
    auto const mapping = TRY(mapping_in_state(array, tool.arguments.text_or("state", "from")));
    auto const steps = TRY(load_steps(tool.arguments));
    auto const one_step = TRY(load_halo(tool.arguments, mapping));
    return widened(one_step, steps);
}

/// Writes programs for the arrays that fit the stencil, with notes on the others.
ProgramText halo_program_text(Tool const& tool, Job const& job, ProgramOptions const& options) {
    auto const arrays = TRY(asked_arrays(tool, job));
    std::vector<HaloPlan> plans;
    std::vector<std::string> left_out;
    std::optional<Error> first;
    for (ArrayStates const* array : arrays) {
        auto plan = halo_plan(tool, *array);
        if (plan) {
            plans.push_back(*std::move(plan));
            continue;
        }
        if (!first) first = plan.error();
        left_out.push_back(fmt::format("{} has no part in this program: {}", array->array.name, plan.error().message));
    }
    if (plans.empty()) return tl::unexpected(*first);
    for (std::string const& each : left_out) tool.messages.note(each);
    return halo_program(plans, options);
}

struct ProgramKind {
    std::string_view name;
    ProgramText (*text)(Tool const&, Job const&, ProgramOptions const&);
    std::vector<char const*> options; ///< options that only some kinds use
};

std::vector<ProgramKind> const& program_kinds() {
    static std::vector<ProgramKind> const kinds{
        {"collect", region_program_text, {"set", "line", "host", "state"}},
        {"update", region_program_text, {"set", "line", "host", "state"}},
        {"redist", redist_program_text, {"array-name"}},
        {"pitfalls", redist_program_text, {"array-name"}},
        {"halo", halo_program_text, {"stencil", "periodic", "wide", "where", "state", "array-name"}},
    };
    return kinds;
}

/// Returns the kind that --kind names. Errors: none is given; an option for another kind.
Result<ProgramKind const*> chosen_kind(Arguments const& arguments) {
    auto const name = arguments.text("kind");
    if (!name) return fail("--kind is missing; expected collect, update, redist, pitfalls or halo");
    auto const& kinds = program_kinds();
    ProgramKind const& chosen = *std::ranges::find(kinds, *name, &ProgramKind::name);
    for (ProgramKind const& other : kinds)
        for (char const* option : other.options)
            if (arguments.has(option) && std::ranges::find(chosen.options, std::string_view(option)) == chosen.options.end())
                return fail(fmt::format("--{} is for --kind {}, not for {}", option, other.name, chosen.name));
    return &chosen;
}

/// Returns the options for the region and for the ranks that do its I/O.
std::vector<OptionSpec> region_move_options(std::vector<std::string> const& codegen) {
    std::string const group = "Options";
    return {
        {.name = "set",
         .kind = ValueKind::Text,
         .placeholder = "M=V",
         .help = "collect, update: values of the region's parameters, such as m=27,n=5",
         .group = group,
         .subcommands = codegen},
        {.name = "line",
         .kind = ValueKind::Number,
         .placeholder = "N",
         .help = "number of the region in the job, counted from 1 (default: all regions)",
         .group = group,
         .subcommands = codegen},
        {.name = "host",
         .kind = ValueKind::Number,
         .placeholder = "R",
         .help = "rank that does the I/O (default: the job's I/O processors, else rank 0)",
         .group = group,
         .subcommands = codegen},
    };
}

} // namespace

Invocation codegen_invocation() {
    return {
        .name = "codegen",
        .arguments = "[JOB]",
        .max_arguments = 1,
        .summary = "generate an MPI program in C++ or Fortran",
        .description =
            R"(Writes a self-contained MPI program that does one task and checks its result. Each element of the array holds its own
number, and every number must arrive. The program runs on as many ranks as the job names, or more. If the job has
several arrays or regions, the program handles one after the other.

--kind selects the task:

collect:: Brings a region of the job to the host. The loops are those of 'distplan region --polyhedra'. One side
packs, and the other unpacks in the same order (Coelho 1995, Figs. 8 to 10).

update:: Brings the region from the host back to the owners.

redist:: Moves an array from its first state to its last, in loops over the periods of both mappings. The mappings can
be of any kind.

pitfalls:: Does the same by GroupSend and GroupRecv of Ramaswamy and Banerjee (1994, section 3). The program holds
block and cyclic mappings in closed form, and intersects them when it starts.

halo:: Allocates the array with room for its neighbours' elements, fills that room, and reads it by the stencil.

For collect and update, the host is --host R, else the job's I/O processors, each for its part, else rank 0. Parameters
have the values of --set unless the command line of the program gives others. The argument of the other three programs
is the number of repetitions; with it they print the time.)",
        .examples = {{"distplan codegen triangle.hpf --kind collect --set m=27", "Print a program in C++."},
                     {"distplan codegen fft2d.hpf --kind redist --language fortran", "Print a program in Fortran."},
                     {"distplan codegen jacobi.hpf --kind halo --stencil 5 --output halo.cpp", "Write a program to a file."}},
        .main_options = {"kind", "language", "set", "line", "output", "force"},
    };
}

std::vector<OptionSpec> codegen_options() {
    std::string const group = "Options";
    std::vector<std::string> const codegen{"codegen"};
    std::vector<OptionSpec> options{
        {.name = "kind",
         .kind = ValueKind::Choice,
         .placeholder = "KIND",
         .choices = {"collect", "update", "redist", "pitfalls", "halo"},
         .help = "task of the program; collect, update, redist, pitfalls or halo",
         .group = group,
         .subcommands = codegen},
        {.name = "language",
         .kind = ValueKind::Choice,
         .choices = {"c++", "fortran"},
         .help = "language of the program",
         .group = group,
         .subcommands = codegen},
        {.name = "state",
         .kind = ValueKind::Text,
         .placeholder = "STATE",
         .help = "state whose mapping is used: from, to or a number",
         .group = group,
         .subcommands = codegen},
        {.name = "array-name",
         .kind = ValueKind::Text,
         .placeholder = "NAME",
         .help = "redist, pitfalls, halo: the array to move (default: all arrays of the job)",
         .group = group,
         .subcommands = codegen},
        {.name = "output",
         .kind = ValueKind::File,
         .placeholder = "FILE",
         .help = "write the program to a file",
         .group = group,
         .subcommands = codegen},
        force_option(codegen),
    };
    std::ranges::copy(halo_options(codegen), std::inserter(options, std::prev(options.end(), 2)));
    options.insert(std::prev(options.end(), 2),
                   reworded(where_option(codegen), "halo: only elements that meet the condition, such as 'i > j'"));
    std::ranges::copy(region_move_options(codegen), std::inserter(options, std::next(options.begin(), 2)));
    return options;
}

Result<ExitCode> distplan_codegen(Tool const& tool) {
    auto const kind = TRY(chosen_kind(tool.arguments));
    auto const job = TRY(load_job(tool.arguments));
    ProgramOptions options;
    options.language = tool.arguments.text_or("language", "c++") == "fortran" ? ProgramLanguage::Fortran : ProgramLanguage::Cpp;
    options.source = std::filesystem::path(job.name).filename().string();
    auto const program = TRY(kind->text(tool, job, options));
    auto const path = tool.arguments.text("output");
    if (!path || *path == "-") {
        tool.out.write(program);
        return ExitCode::Done;
    }
    TRY(write_new_file(*path, program, tool.arguments.has("force")));
    return ExitCode::Done;
}

} // namespace tessera::cli
