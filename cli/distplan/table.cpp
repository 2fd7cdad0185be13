// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan's table: its subcommands, options and examples.
#include "cli/common/man_page.hpp"
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
        .summary = "show who owns an element and where it is stored",
        .description =
            R"(Prints every rank that holds the element, with its coordinates in the processor grid. For each rank it prints the
element's local index and its offset in elements from the start of the rank's allocation. Below, it shows the
computation step by step, from the index to its owner and its offset.

--at names the element by its indices, in the array's own bounds. Use this command to check a mapping by hand.)",
        .examples = {{"distplan owner triangle.hpf --at 5,7", "Who owns A(5,7)?"},
                     {"distplan owner fft2d.hpf --at 3,50 --state to --json", "The owner after the last REDISTRIBUTE, as JSON."},
                     {"distplan owner --array 'double A[9]' --from '(cyclic(2)) onto P(3)' --at 7",
                      "The same without a job file."}},
    };
}

/// Returns "block:: Each processor gets ..." for every distribution format.
std::string formats_text() {
    std::string text;
    for (FormatInfo const& info : dist_formats()) text += list_entry(info.name, std::string(info.explanation));
    return text;
}

/// Returns "pex:: Each rank exchanges ... (Thakur, Fig. 4.3)" for every algorithm.
std::string algorithms_text() {
    std::string text = list_entry("auto", std::string(explanation_of("auto")));
    for (AlgorithmInfo const& info : algorithms())
        text += list_entry(info.name, fmt::format("{} ({})", explanation_of(info.name), info.source));
    return text;
}

/// Returns "direct:: each element goes straight to its new owner (Thakur, 3.6.1)." for every method.
std::string methods_text() {
    std::string text;
    for (MethodInfo const& info : methods()) text += list_entry(info.name, fmt::format("{} ({}).", info.summary, info.source));
    return text;
}

std::vector<std::string> form_names() {
    std::vector<std::string> names;
    for (FormInfo const& info : forms()) names.emplace_back(info.name);
    return names;
}

/// Returns "jax:: JAX: PartitionSpec on a named mesh." for every form.
std::string forms_text() {
    std::string text;
    for (FormInfo const& info : forms()) text += list_entry(info.name, sentence(std::string(info.system)));
    return text;
}

Invocation map_invocation() {
    return {
        .name = "map",
        .arguments = "[JOB]",
        .max_arguments = 1,
        .summary = "show what each rank owns and allocates",
        .description =
            R"(Prints one line for each rank: its coordinates, the number of its elements, the shapes that it owns and allocates, and
the strides of its memory. The line ends with the indices that the rank owns, in the array's own bounds. If there are
many ranks, only the first and the last are printed; --all prints every rank.

Each dimension of an array has a format:)" +
            formats_text() +
            R"(

--form writes the mapping in another notation and prints no table. The result gives each rank exactly the elements
that it has in the job. If a notation cannot express the mapping, the command fails and names the nearest mapping
that it can express. --from and --to read these notations, too, except hpf and pitfalls, which are only written.)" +
            forms_text(),
        .examples = {{"distplan map triangle.hpf --state to --rank 3", "The part of one rank after the last REDISTRIBUTE."},
                     {"distplan map --array 'real A(8)' --from 'jax(mesh={x:4}, P(x))' --form dtensor",
                      "A JAX sharding as a PyTorch DTensor."},
                     {"distplan map --array 'real A(100)' --from '(block)' --ranks 8 --json",
                      "A mapping without a job file, as JSON."}},
        .main_options = {"state", "array-name", "rank", "all", "form", "json"},
    };
}

Invocation redist_invocation() {
    return {
        .name = "redist",
        .arguments = "[JOB]",
        .max_arguments = 1,
        .summary = "show what moves when the mapping changes",
        .description =
            R"(Prints the totals, the elements that each rank sends to each other (for up to 16 ranks), and every message with its
indices. If the job goes through several states, it prints this for each change of state, and then the sum of all
changes. The command only plans; redist(1) moves the data.

--method selects how the redistribution is composed. Other methods than direct use intermediate mappings, or formulas
from the papers. Each phase is printed like a change of state, and then their sum. The methods are:)" +
            methods_text() +
            R"(

auto takes the method whose messages cost least on the given network and machine. Without a machine it compares the
bytes through the busiest rank or link. Without a network it assumes a crossbar.

--relabel assigns the ranks of the target's processors anew so that as few elements as possible move. The result is
optimal, because it solves an assignment problem exactly. The command prints how much this saves, and a directive
for the job that sets the new ranks.)",
        .examples = {{"distplan redist transpose.hpf", "Print totals, matrix and messages."},
                     {"distplan redist fft2d.hpf --rank 2", "Print what rank 2 sends and receives."},
                     {"distplan redist fft2d.hpf --totals --json", "Print only the totals, as JSON."}},
        .main_options = {"rank", "totals", "method", "topology", "machine", "json"},
    };
}

Invocation schedule_invocation() {
    return {
        .name = "schedule",
        .arguments = "[JOB]",
        .max_arguments = 1,
        .summary = "order messages in steps and count link loads",
        .description =
            R"(Orders the messages of a job in the steps of an exchange algorithm. With --alltoall it takes an all-to-all exchange
instead of a job. For each step it prints who sends to whom and how many messages share a link of the network. It also prints
predicted times if the rates of the machine are known. --compare prints one line for each algorithm instead.

The algorithms are:)" +
            algorithms_text() +
            R"(

Without --topology and --machine the command assumes a crossbar, on which messages share only the ports of their
ranks. No network does better. --machine takes a file, the name of an installed profile, or the name of a profile in
~/.config/tessera/machines.

With --method (see distplan redist) each phase has a schedule of its own. --algorithm can then name one algorithm for
each phase, as in --method lcm --algorithm pex,gen.)",
        .examples = {{"distplan schedule fft2d.hpf --compare", "Compare all algorithms."},
                     {"distplan schedule --alltoall 1KiB --ranks 8 --algorithm pex", "Show a pairwise exchange among 8 ranks."},
                     {"distplan schedule fft2d.hpf --topology 'mesh(2,4)' --machine delta",
                      "Choose the fastest algorithm for a machine."}},
        .main_options = {"alltoall", "compare", "algorithm", "topology", "machine", "totals", "json"},
    };
}

Invocation draw_invocation() {
    return {
        .name = "draw",
        .arguments = "[JOB]",
        .max_arguments = 1,
        .summary = "draw a mapping or its messages, as text or SVG",
        .description =
            R"(Draws one or two dimensions of an array before and after the redistribution. Each cell has the colour of the rank that
owns it. If the array is larger than the screen, a cell stands for several elements, and cells with several owners are
marked. --svg writes the picture as SVG instead of text.

--view selects another picture. All but shards are SVG only:

shards:: A box for each shard with the ranks that hold it, as in JAX. Text only.

messages:: The volume that each rank sends to each other.

schedule:: The transfers of an exchange algorithm, as ranks by steps.

network:: The links of the network, coloured by their load in one step or in all steps.

cost:: The predicted times of all algorithms, by message length or by number of ranks.

template:: The cells of the template that carry elements, and their owners.

balance:: The number of elements of each rank.

memory:: The elements of one rank in the order of its memory.

rhythms:: The owners before and after, where two cyclic formats meet.

stages:: The mappings between the phases of a method.

--animate writes a page for any browser. It plays how elements travel from their old owners to the new ones, in the
steps of the algorithm. With --network it plays how messages move along links and wait for them; --moment draws one
moment of that.)",
        .examples = {{"distplan draw fft2d.hpf --view shards", "Draw the shards before and after."},
                     {"distplan draw fft2d.hpf --view network --topology 'mesh(2,4)' --svg -", "Draw the link loads on a mesh."},
                     {"distplan draw pitfalls-fig17.hpf --animate flow.html", "Write a page that plays the redistribution."}},
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
        .summary = "plan array distributions, before any data moves",
        .note = "JOB is a file of HPF directives. --array, --from and --to can replace it.",
        .description =
            R"(A job describes how arrays are distributed over the ranks of a parallel program, and how the distribution changes.
It is a file of HPF directives: REAL, PROCESSORS, TEMPLATE, ALIGN, DISTRIBUTE, REDISTRIBUTE and others, which
tessera-job(5) describes. For a single array, --array, --from and --to replace the file.

distplan answers questions about a job: who owns an element, which messages a redistribution needs, how they share
the network, and what they cost. It runs on one processor and starts no parallel program, so it can also plan for
machines that are not at hand. redist(1) and distcomm(1) execute the plans under MPI.)",
        .examples = {{"distplan owner triangle.hpf --at 5,7", "Who owns A(5,7)?"},
                     {"distplan redist --array 'real A(9)' --from '(block)' --to '(cyclic)' --ranks 4",
                      "Which messages change block to cyclic?"},
                     {"distplan draw triangle.hpf", "Draw the owners in the terminal."}},
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
