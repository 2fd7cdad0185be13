// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan comm: the communication of operations on a distributed array.
#include "cli/distplan/comm.hpp"

#include "cli/common/axis_loading.hpp"
#include "cli/common/halo_loading.hpp"
#include "cli/common/index_loading.hpp"
#include "cli/common/job_loading.hpp"
#include "cli/common/mask_loading.hpp"
#include "cli/common/shared_options.hpp"
#include "cli/common/shift_loading.hpp"
#include "cli/common/site_loading.hpp"
#include "cli/distplan/subcommands.hpp"
#include "cli/distplan/trace_files.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/report/messages/schedule_report.hpp"
#include "libcore/scene/pictures.hpp"
#include "libcore/scene/svg.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <utility>

namespace tessera::cli {
namespace {

/// One communication operation on arrays.
struct CommOperation {
    std::string_view name;
    Result<ExitCode> (*body)(Tool const&);
    std::vector<char const*> options; ///< options that only some operations use
};

std::vector<CommOperation> const& comm_operations() {
    static std::vector<CommOperation> const operations{
        {"halo", comm_halo, {"stencil", "periodic", "wide", "where", "mask"}},
        {"shift", comm_shift, {"by", "edge", "where", "mask", "where-target"}},
        {"send", comm_send, {"indices", "pattern", "merge", "where", "mask", "export"}},
        {"get", comm_get, {"indices", "pattern", "merge", "where", "mask", "export"}},
        {"broadcast", comm_broadcast, {}},
        {"reduce", comm_reduce, {"axis"}},
        {"scan", comm_scan, {"axis"}},
        {"enumerate", comm_enumerate, {"axis"}},
        {"rank", comm_rank, {"axis"}},
        {"spread", comm_spread, {"axis", "index"}},
    };
    return operations;
}

Result<void> check_options(CommOperation const& operation, Arguments const& arguments) {
    auto const takes = [](CommOperation const& each, std::string_view option) {
        return std::ranges::find(each.options, option) != each.options.end();
    };
    for (CommOperation const& other : comm_operations()) {
        for (char const* option : other.options) {
            if (!arguments.has(option) || takes(operation, option)) continue;
            std::vector<std::string_view> names;
            for (CommOperation const& each : comm_operations())
                if (takes(each, option)) names.push_back(each.name);
            return fail(fmt::format("--{} is for comm {}, not for {}", option, fmt::join(names, ", "), operation.name));
        }
    }
    return {};
}

OptionSpec export_option(std::vector<std::string> const& subcommands) {
    return {.name = "export",
            .kind = ValueKind::Choice,
            .placeholder = "FORM",
            .choices = {"petsc", "alltoallw"},
            .help =
                "send, get: print as JSON the arguments of PETSc's star forest (petsc) or of MPI_Neighbor_alltoallw (alltoallw)",
            .group = "Options",
            .subcommands = subcommands};
}

/// The time for scheduling grows with the ranks. With more ranks it must be requested.
constexpr Index most_ranks_unasked = 4096;

} // namespace

bool wants_comm_schedule(Tool const& tool, Mapping const& mapping) {
    for (char const* option : {"algorithm", "topology", "placement", "machine", "step", "export-trace", "export-paje"})
        if (tool.arguments.has(option)) return true;
    return mapping.grid().size() <= most_ranks_unasked;
}

Result<Mapping> comm_mapping(Tool const& tool) {
    auto const& words = tool.arguments.positionals();
    auto const job = TRY(load_job(tool.arguments, words.size() > 1 ? std::optional(words[1]) : std::nullopt));
    note_other_arrays(tool, job);
    return chosen_mapping(tool.arguments, job);
}

Result<std::optional<RatedSchedule>> comm_schedule(Tool const& tool, MessageSet messages, Watch const& watch) {
    return comm_schedule(tool, std::move(messages), tool.arguments.text_or("algorithm", "auto"), watch);
}

Result<std::optional<RatedSchedule>> comm_schedule(Tool const& tool, MessageSet messages, std::string const& algorithm,
                                                   Watch const& watch) {
    auto site = TRY(load_site(tool.arguments, messages.size()));
    if (messages.messages() == 0) return std::optional<RatedSchedule>();
    auto sited = TRY(schedule_on(std::move(site), std::move(messages), algorithm, watch));
    return std::optional(TRY(rate(std::move(sited), watch)));
}

Result<ExitCode> draw_on_network(Tool const& tool, std::optional<RatedSchedule> const& rated) {
    if (!rated) return fail("there is nothing to draw: no message has to be sent");
    auto const step = TRY(drawn_step(tool.arguments, *rated->schedule));
    return write_picture(tool, tool.arguments.text_or("svg", "-"), to_svg(network_picture(*rated->schedule, rated->site, step)));
}

Result<void> export_comm_traces(Tool const& tool, std::optional<RatedSchedule> const& rated) {
    char const* const option = requested_trace(tool.arguments);
    if (option == nullptr) return {};
    if (!rated) return fail(fmt::format("--{} has nothing to write: no message has to be sent", option));
    if (Index const named = messages_named(*rated); named > most_messages_named)
        return fail(fmt::format("--{} would name {}, more than {}; trace fewer ranks", option, counted(named, "message"),
                                grouped(most_messages_named)));
    return export_traces(tool, *rated);
}

Invocation comm_invocation() {
    return {
        .name = "comm",
        .arguments = "OPERATION [JOB]",
        .min_arguments = 1,
        .max_arguments = 2,
        .summary = "show what halos, shifts, sends and scans move",
        .description =
            R"(Shows the communication that an operation on a distributed array needs. distcomm(1) executes these operations. The
operations are:

halo:: The elements of other ranks that a stencil reads. For each rank the command prints how many
elements arrive, their ratio to the owned elements, and the elements that it can compute during the exchange. Every
mapping has a halo, also gen_block, cyclic(k) and aligned ones.

shift:: The move of each element --by a distance along each dimension. --edge says what happens to elements that leave
the array, and to places that receive none. With --rank the command lists the runs of the rank's memory, and the target
of each.

send, get:: Values that go to, or come from, elements that each rank names by index. --pattern generates the indices,
and --indices reads them from a file. The ranks first send each other the positions, once. The command prints the
messages of each use, and from how many uses on the first exchange pays.

broadcast, reduce:: A comparison of all algorithms, or the steps of the one that --algorithm names. --rank is the root
of a broadcast.

scan, enumerate, rank, spread, reduce --axis:: The messages between the ranks that hold parts of the same lines, round
by round.

The stencil of a halo is 5 or 9 (points in two dimensions), 7 or 27 (in three), or star:W or box:W (in any number of
dimensions). It can also be a file with one offset on each line. Without --stencil the command takes the shadow planes that the job
declares. With --wide K one exchange serves K steps: ranks send fewer messages, and compute some elements twice. The
command compares several numbers of steps up to K.

With --where an operation applies only to elements that meet the condition: a halo computes and reads only these, and a
shift moves only these.

--export-trace and --export-paje write the steps of the messages as traces.)",
        .examples = {{"distplan comm halo jacobi.hpf --stencil 5", "Show one exchange for a five-point stencil."},
                     {"distplan comm halo jacobi.hpf --wide 8 --machine delta", "Find the best number of steps for one exchange."},
                     {"distplan comm shift fft2d.hpf --by=1,-2 --edge torus", "Shift along both dimensions."}},
        .main_options = {"stencil", "by", "indices", "algorithm", "machine", "svg", "json"},
    };
}

std::vector<OptionSpec> comm_options() {
    std::vector<std::string> const comm{"comm"};
    auto const option = [&](std::string name, ValueKind kind, std::string placeholder, std::string help) {
        return plain_option(std::move(name), kind, std::move(placeholder), std::move(help), comm);
    };
    std::vector<OptionSpec> options = halo_options(comm);
    std::ranges::copy(shift_options(comm), std::back_inserter(options));
    std::ranges::copy(index_options(comm), std::back_inserter(options));
    options.push_back(where_option(comm));
    options.push_back(mask_option(comm));
    std::ranges::copy(axes_options(comm), std::back_inserter(options));
    std::ranges::copy(
        std::vector{
            option("array-name", ValueKind::Text, "NAME", "array of the job (default: the first)"),
            option("state", ValueKind::Text, "STATE", "from (the default), to, or a number: 0 is from"),
            option("rank", ValueKind::Number, "R", "what this rank receives and sends"),
            option("all", ValueKind::Flag, "", "print every row, also of a long table"),
            option("totals", ValueKind::Flag, "", "only the totals"),
            add_option(comm),
            algorithm_option(comm),
            topology_option(comm),
            placement_option(comm),
            machine_option(comm),
            option("svg", ValueKind::File, "FILE", "draw it as an SVG picture; - is standard output"),
            option("step", ValueKind::Text, "N", "with --svg: the messages of step N on the network, from 1, or of all"),
            option("export-trace", ValueKind::File, "FILE", "write the steps as a trace for Chrome's trace viewer"),
            export_option(comm),
            option("export-paje", ValueKind::File, "FILE", "write the steps as a trace for a Paje viewer"),
            force_option(comm),
            json_option(comm),
            progress_option(comm),
        },
        std::back_inserter(options));
    return options;
}

Result<ExitCode> distplan_comm(Tool const& tool) {
    std::string const& name = tool.arguments.positionals().front();
    auto const operation = std::ranges::find(comm_operations(), name, &CommOperation::name);
    if (operation == comm_operations().end()) {
        std::vector<std::string_view> names;
        for (CommOperation const& each : comm_operations()) names.push_back(each.name);
        return fail(fmt::format("unknown operation '{}'; expected one of {}", name, fmt::join(names, ", ")));
    }
    TRY(check_options(*operation, tool.arguments));
    if (tool.arguments.has("step") && !tool.arguments.has("svg"))
        return fail("--step draws a picture; add --svg FILE, or --svg - for standard output");
    char const* const trace = requested_trace(tool.arguments);
    for (char const* other : {"svg", "export"})
        if (trace != nullptr && tool.arguments.has(other))
            return fail(fmt::format("--{} and --{} cannot be used together", trace, other));
    return operation->body(tool);
}

} // namespace tessera::cli
