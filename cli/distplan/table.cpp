// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan's table: its subcommands, options and examples.
#include "cli/common/shared_options.hpp"
#include "cli/distplan/advise.hpp"
#include "cli/distplan/channel.hpp"
#include "cli/distplan/codegen.hpp"
#include "cli/distplan/comm.hpp"
#include "cli/distplan/command.hpp"
#include "cli/distplan/draw_view.hpp"
#include "cli/distplan/io_table.hpp"
#include "cli/distplan/program.hpp"
#include "cli/distplan/region.hpp"
#include "libcore/mapping/dist_format.hpp"
#include "libcore/redist/methods/method.hpp"
#include "libcore/schedule/algorithm.hpp"
#include "libcore/schedule/explanation.hpp"
#include "libcore/spec/forms/form.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace tessera::cli {
namespace {

Invocation owner_invocation() {
    return {
        .name = "owner",
        .arguments = "[JOB]",
        .max_arguments = 1,
        .summary = "who owns one element, where it lies, and why",
        .description =
            "Prints every rank that holds the element, the rank's coordinates in the processor grid, the element's local index "
            "and its offset in elements from the start of the rank's allocation, and the arithmetic that leads there.",
        .examples = {{"distplan owner triangle.hpf --at 5,7", "Who owns A(5,7)?"},
                     {"distplan owner fft2d.hpf --at 3,50 --state to --json", "After the last REDISTRIBUTE, as JSON."},
                     {"distplan owner --array 'double A[9]' --from '(cyclic(2)) onto P(3)' --at 7", "Without a job file."}},
    };
}

/// Returns "block: Each processor gets ..." for every distribution format.
std::string formats_text() {
    std::string text;
    for (FormatInfo const& info : dist_formats())
        text += fmt::format("{}{}: {}", text.empty() ? "" : " ", info.name, info.explanation);
    return text;
}

/// Returns "pex (Thakur, Fig. 4.3): Each rank exchanges ..." for every algorithm.
std::string algorithms_text() {
    std::string text = fmt::format("auto: {}", explanation_of("auto"));
    for (AlgorithmInfo const& info : algorithms())
        text += fmt::format(" {} ({}): {}", info.name, info.source, explanation_of(info.name));
    return text;
}

/// Returns "direct: each element goes straight to its new owner (Thakur, 3.6.1); ..." for every method.
std::string methods_text() {
    std::string text;
    for (MethodInfo const& info : methods())
        text += fmt::format("{}{}: {} ({})", text.empty() ? "" : "; ", info.name, info.summary, info.source);
    return text + ".";
}

std::vector<std::string> form_names() {
    std::vector<std::string> names;
    for (FormInfo const& info : forms()) names.emplace_back(info.name);
    return names;
}

/// Returns "jax (JAX: PartitionSpec on a named mesh); ..." for every form.
std::string forms_text() {
    std::string text;
    for (FormInfo const& info : forms()) text += fmt::format("{}{} ({})", text.empty() ? "" : "; ", info.name, info.system);
    return text + ".";
}

Invocation map_invocation() {
    return {
        .name = "map",
        .arguments = "[JOB]",
        .max_arguments = 1,
        .summary = "what every rank owns and allocates",
        .description =
            "Prints a table of the ranks: coordinates, elements, what is owned and allocated per dimension, and the owned "
            "indices in the array's own bounds. Of many ranks only the first and last are shown, unless --all is given.\n\n"
            "The formats of a dimension: " +
            formats_text() +
            "\n\n"
            "--form writes the mapping in another notation: " +
            forms_text() +
            " What is written gives every rank exactly the elements it has; what a notation has no words for is refused, with the "
            "nearest mapping that it has words for. --from and --to take the same notations.",
        .examples = {{"distplan map triangle.hpf --state to --rank 3", "One rank, after the last REDISTRIBUTE."},
                     {"distplan map --array 'real A(8)' --from 'jax(mesh={x:4}, P(x))' --form dtensor", "From JAX to PyTorch."},
                     {"distplan map --array 'real A(100)' --from '(block)' --ranks 8 --json", "Without a job file, as JSON."}},
        .main_options = {"state", "array-name", "rank", "all", "form", "json"},
    };
}

Invocation redist_invocation() {
    return {
        .name = "redist",
        .arguments = "[JOB]",
        .max_arguments = 1,
        .summary = "what moves when the mapping changes",
        .description =
            "Prints the totals, for up to 16 ranks the elements from each rank to each, and every message with the indices it "
            "carries; of a job that goes through several states, for each transition from one to the next, and their sum. Nothing "
            "is moved: the command redist does that.\n\n"
            "--method composes the redistribution otherwise than straight from owner to owner, through intermediate mappings or by "
            "the "
            "papers' formulas, and says how; each phase is then shown like a transition, and their sum:\n\n" +
            methods_text() +
            "\n\nauto takes the one whose messages cost the least on the network and the machine. Without a machine the bytes "
            "through "
            "the busiest rank or link decide; without a network a crossbar is assumed.\n\n"
            "--relabel deals the ranks of the target's processors out anew, among themselves, so that the fewest elements move: "
            "exactly, "
            "as an assignment problem. It prints what that saves, and the ranks as a directive for the job.",
        .examples = {{"distplan redist transpose.hpf", "Totals, matrix and messages."},
                     {"distplan redist fft2d.hpf --rank 2", "What rank 2 sends and receives."},
                     {"distplan redist fft2d.hpf --totals --json", "The totals alone, as JSON."}},
        .main_options = {"rank", "totals", "method", "topology", "machine", "json"},
    };
}

Invocation schedule_invocation() {
    return {
        .name = "schedule",
        .arguments = "[JOB]",
        .max_arguments = 1,
        .summary = "in which order messages go, over which links",
        .description =
            "Prints the steps of an exchange algorithm for the messages of a job, or for an all-to-all exchange: who sends to "
            "whom in each step, how many messages share a link of the network, and how long it takes on a machine whose rates "
            "are known. --compare puts all algorithms side by side.\n\n"
            "The algorithms: " +
            algorithms_text() +
            "\n\n"
            "Where no --topology is given, messages share nothing but the ports of their ranks, as on a crossbar: no network does "
            "better. A machine is a file, or the name of a profile that is installed or stands in ~/.config/tessera/machines.\n\n"
            "With --method (distplan redist explains the methods) each phase has its schedule, and --algorithm may name one for "
            "each: "
            "--method lcm --algorithm pex,gen.",
        .examples = {{"distplan schedule fft2d.hpf --compare", "All algorithms side by side."},
                     {"distplan schedule --alltoall 1KiB --ranks 8 --algorithm pex", "Pairwise exchange."},
                     {"distplan schedule fft2d.hpf --topology 'mesh(2,4)' --machine delta", "Chosen for a machine."}},
        .main_options = {"alltoall", "compare", "algorithm", "topology", "machine", "totals", "json"},
    };
}

Invocation draw_invocation() {
    return {
        .name = "draw",
        .arguments = "[JOB]",
        .max_arguments = 1,
        .summary = "a picture of who owns what, as text or SVG",
        .description =
            "Draws one or two dimensions of an array as cells in the colour of their ranks. An array that is larger than the "
            "screen is drawn with several elements per cell; cells with several owners are marked as such. --view shards draws a "
            "box "
            "for each shard with the ranks that hold it, as users of JAX know them.\n\n"
            "Other views show what happens when the array is redistributed, or an all-to-all, as SVG: messages, who sends how much "
            "to whom; schedule, ranks by steps; network, the links in the colour of what they carry in one step or in all; cost, "
            "the predicted times of all algorithms over the length of messages. --animate writes a page for any browser that plays "
            "how the elements travel from their old owners to the new ones, in the steps of the algorithm; with --network how the "
            "messages move along links and wait before them, of which --moment draws one moment.",
        .examples = {{"distplan draw fft2d.hpf --view shards", "Before and after."},
                     {"distplan draw fft2d.hpf --view network --topology 'mesh(2,4)' --svg -", "Link loads."},
                     {"distplan draw pitfalls-fig17.hpf --animate flow.html", "What travels when."}},
        .main_options = {"view", "at", "animate", "svg", "topology"},
    };
}

/// Returns the options for the element and for the states of the job.
std::vector<OptionSpec> state_options() {
    std::string const group = "Options";
    return {
        {.name = "at",
         .kind = ValueKind::Text,
         .placeholder = "I,J,...",
         .help = "indices of the element, in the array's own bounds",
         .group = group,
         .subcommands = {"owner"}},
        {.name = "state",
         .kind = ValueKind::Text,
         .placeholder = "STATE",
         .help = "from (the default), to, or a number: 0 is from",
         .group = group,
         .subcommands = {"owner", "map"}},
        {.name = "state",
         .kind = ValueKind::Text,
         .placeholder = "STATE",
         .help = "states to draw: both, from, to, or two numbers, such as 0:1",
         .group = group,
         .subcommands = {"draw"}},
        {.name = "over",
         .kind = ValueKind::Choice,
         .choices = {"size", "ranks"},
         .help = "horizontal axis of the cost: the length of messages (the default), or ranks",
         .group = group,
         .subcommands = {"draw"}},
        {.name = "state",
         .kind = ValueKind::Text,
         .placeholder = "FROM:TO",
         .help = "show only the change between two states of the job, such as 0:1 or from:to",
         .group = group,
         .subcommands = {"redist"}},
        {.name = "transition",
         .kind = ValueKind::Number,
         .placeholder = "K",
         .help = "take only this change of state, counted from 1",
         .group = group,
         .subcommands = {"redist"}},
    };
}

/// Returns the options for the array and the rank.
std::vector<OptionSpec> part_options() {
    std::string const group = "Options";
    return {
        {.name = "array-name",
         .kind = ValueKind::Text,
         .placeholder = "NAME",
         .help = "array of the job (default: the first)",
         .group = group,
         .subcommands = {"owner", "map"}},
        {.name = "array-name",
         .kind = ValueKind::Text,
         .placeholder = "NAME",
         .help = "array of the job (default: the first)",
         .group = group,
         .subcommands = {"draw"}},
        {.name = "rank",
         .kind = ValueKind::Number,
         .placeholder = "R",
         .help = "show this rank only",
         .group = group,
         .subcommands = {"map", "redist"}},
        {.name = "rank",
         .kind = ValueKind::Number,
         .placeholder = "R",
         .help = "show this rank only",
         .group = group,
         .subcommands = {"draw"}},
        {.name = "memory",
         .kind = ValueKind::Size,
         .placeholder = "SIZE",
         .help = "largest memory of one rank in a sequence of collectives",
         .group = group,
         .subcommands = {"redist"}},
    };
}

/// Returns the options for the display of schedules.
std::vector<OptionSpec> schedule_options() {
    std::string const group = "Options";
    return {
        {.name = "alltoall",
         .kind = ValueKind::Size,
         .placeholder = "SIZE",
         .help = "instead of a job: all-to-all with messages of this size",
         .group = group,
         .subcommands = {"schedule"}},
        {.name = "compare", .help = "compare all algorithms", .group = group, .subcommands = {"schedule"}},
        {.name = "all", .help = "print every step", .group = group, .subcommands = {"schedule"}},
        {.name = "export-trace",
         .kind = ValueKind::File,
         .placeholder = "FILE",
         .help = "write the steps as a trace for Chrome's trace viewer",
         .group = group,
         .subcommands = {"schedule"}},
        {.name = "export-paje",
         .kind = ValueKind::File,
         .placeholder = "FILE",
         .help = "write the steps as a trace for a Paje viewer",
         .group = group,
         .subcommands = {"schedule"}},
    };
}

/// Returns the options for the display of tables and pictures.
std::vector<OptionSpec> showing_options() {
    std::string const group = "Options";
    return {
        {.name = "all", .help = "print every row, also of a long table", .group = group, .subcommands = {"map", "redist"}},
        {.name = "form",
         .kind = ValueKind::Choice,
         .placeholder = "NAME",
         .choices = form_names(),
         .help = "write the mapping in another notation: jax, dtensor, ..., pitfalls",
         .group = group,
         .subcommands = {"map"}},
        {.name = "totals",
         .help = "print only the totals, and no single message",
         .group = group,
         .subcommands = {"redist", "schedule"}},
        {.name = "view",
         .kind = ValueKind::Choice,
         .placeholder = "VIEW",
         .choices = {"ownership", "shards", "messages", "schedule", "network", "cost", "template", "balance", "memory", "rhythms",
                     "stages"},
         .help = "subject of the picture; ownership (the default), shards, messages, schedule, network, cost, template, balance "
                 "(elements of each rank), memory (of one rank), rhythms (of two cyclic formats), stages (of a method)",
         .group = group,
         .subcommands = {"draw"}},
        {.name = "network", .help = "the same as --view network", .group = group, .subcommands = {"draw"}},
        {.name = "step",
         .kind = ValueKind::Text,
         .placeholder = "N",
         .help = "step to draw, counted from 1, or all",
         .group = group,
         .subcommands = {"draw"}},
        {.name = "moment",
         .kind = ValueKind::Text,
         .placeholder = "WHEN",
         .help = "draw the network in motion at this moment; a share of the step, such as 40%, or a time since the first step, "
                 "such as 150us",
         .group = group,
         .subcommands = {"draw"}},
        {.name = "alltoall",
         .kind = ValueKind::Size,
         .placeholder = "SIZE",
         .help = "instead of a job: all-to-all with messages of this size",
         .group = group,
         .subcommands = {"draw"}},
    };
}

std::vector<OptionSpec> shared_ones() {
    std::vector<std::string> const exchanges{"schedule", "draw"};
    return {
        force_option({"draw"}),
        reworded(method_option({"draw"}), "--view stages: method of redistribution: direct, indirect, lcm, ..., or auto"),
        algorithm_option({"draw"}),
        algorithm_option({"schedule"}),
        {.name = "transition",
         .kind = ValueKind::Number,
         .placeholder = "K",
         .help = "take only this change of state, counted from 1",
         .group = "Options",
         .subcommands = exchanges},
        topology_option(exchanges),
        placement_option(exchanges),
        machine_option(exchanges),
        section_option(exchanges),
        method_option({"redist"}),
        reworded(machine_option({"redist"}), "machine for --method auto; the name of a profile, or a file"),
        reworded(topology_option({"redist"}), "network for --method auto; mesh(4,4), or the file of a graph"),
        section_option({"redist"}),
        method_option({"schedule"}),
        json_option({"schedule"}),
        force_option({"schedule"}),
        json_option({"owner", "map", "redist"}),
        progress_option({"schedule", "io", "redist"}),
        progress_option({"draw"}),
        color_option({"draw"}),
    };
}

} // namespace

CommandTable distplan_table() {
    CommandTable table;
    table.command = {
        .name = "distplan",
        .summary = "plan array distributions: everything that can be known before a byte moves",
        .note = "A JOB is a file of HPF directives; --array, --from and --to stand in its place.",
        .description =
            "A job says how arrays are distributed over the ranks of a parallel program, and how that changes. It is a file of "
            "HPF directives (REAL, PROCESSORS, TEMPLATE, ALIGN, DISTRIBUTE, REDISTRIBUTE), or --array, --from and --to in its "
            "place. distplan answers questions about it without running anything in parallel.",
        .examples = {{"distplan owner triangle.hpf --at 5,7", "Who owns A(5,7)?"},
                     {"distplan redist --array 'real A(9)' --from '(block)' --to '(cyclic)' --ranks 4", "What moves?"},
                     {"distplan draw triangle.hpf", "A picture in the terminal."}},
    };
    table.subcommands = {owner_invocation(),   map_invocation(),     redist_invocation(), schedule_invocation(),
                         channel_invocation(), comm_invocation(),    io_invocation(),     region_invocation(),
                         codegen_invocation(), program_invocation(), advise_invocation(), draw_invocation()};
    table.options = job_options();
    for (auto const& options : {state_options(), part_options(), schedule_options(), showing_options(), message_picture_options(),
                                picture_options(), relabel_options({"redist"}), shared_ones(), io_plan_options(), region_options(),
                                codegen_options(), program_options(), advise_options(), channel_options(), comm_options()})
        std::ranges::copy(options, std::back_inserter(table.options));
    return table;
}

} // namespace tessera::cli
