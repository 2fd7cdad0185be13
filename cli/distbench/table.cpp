// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distbench's table: its subcommands, options and examples.
#include "cli/common/io_loading.hpp"
#include "cli/common/shared_options.hpp"
#include "cli/common/step_orders.hpp"
#include "cli/distbench/command.hpp"

#include <vector>

namespace tessera::cli {
namespace {

Invocation table_invocation() {
    return {
        .name = "table",
        .arguments = "[NAME [FILE...]]",
        .max_arguments = 100,
        .summary = "compare published figures with predictions",
        .description =
            R"(Prints the figures of a published table beside those that Tessera predicts, counts or measures. Without NAME it lists
the tables. A NAME that ends in .csv is a table of your own, in the format that share/doc/formats.md describes.

The tables are:

thakur-4.4 to 4.10:: Times of all-to-all exchanges on meshes of the Intel Touchstone Delta, for PEX, PEX-GEN,
PEX-GEN-SHIFT, GEN (two tables), REX and IPEX. Below each measured time stands the predicted one, from the paper's costs
and exact link loads, and their ratio. No constant is fitted to these tables.

thakur-5.2, 5.3, 6.1 to 6.8:: Times and requests of reading and writing sections of files on the Delta: directly, by
data sieving, and in two phases. Beside them stand the requests of Tessera's plans, and times that follow from the
costs of one disk.

pex-bound, gen-bound:: The paper's formulas for the busiest link, and the exact loads. PEX's formula is exact in every
step. GEN's is an upper bound.

cdt:: The fits and configurations of sections 3.1 to 3.3 of the CDT paper, and Tessera's plans.

pitfalls, chapter3:: Experiments with methods of redistribution: Tables 1 to 3 of PITFALLS, and Figs. 3.7 to 3.22 of
Thakur. These figures are plots, so only the winner and its lead are compared. chapter3-printed executes the printed
loops (redist --as-printed). The times of 'distbench methods' stand beside them: recorded ones, or those of a FILE
from its --json.

pcstar-3.1 to 3.3, 6.3, 6.4:: Walks through memory and grid shifts, as ratios, measured beside those of the thesis.

pcstar-3.4, 3.5:: Memory of contexts, and the time to build them and to work with them.

pcstar-4.1 to 4.5:: Reductions compared with pC*'s butterfly. Under mpirun the same reductions are measured.

pcstar-5.1, 5.2:: Sends of merged values, and of positions with the values or in advance.

pcstar-6.1, 6.2:: Contexts at boundaries, and the runs of a grid shift.

pcstar-7.9:: Eight programs compared with C and plain MPI: recorded times, or those of a FILE that
tests/bench/programs_bench.sh printed.

cluster:: Tessera's own: races on networks that the kernel simulates (share/bin/local-cluster), with the bytes that it
counted. FILEs from 'race --counters --json' are compared with it.)",
        .examples = {{"distbench table", "List the tables."},
                     {"distbench table thakur-4.4", "Compare pairwise exchange on the Delta."},
                     {"distbench table gen-bound --json", "Print formula and exact load of every step, as JSON."}},
    };
}

Invocation profile_invocation() {
    return {
        .name = "profile",
        .arguments = "[FILE]",
        .max_arguments = 1,
        .summary = "measure this machine and write its profile",
        .description =
            R"(Measures what messages and copies cost on the machine that runs it. It times messages of many lengths between the
ranks of the job: one way, both ways between pairs, and around a ring. It fits a start-up time and rates to these times.
If longer messages clearly behave differently, the profile has several protocols. It also times copies of long and short
runs in memory.

On several nodes, it also times exchanges between all ranks of two nodes, to find the cost of a full link. What cannot
be measured is left out and reported, such as the links of a network if there is only one node.

FILE is a profile for the option --machine of this and other commands. Without FILE the results are only printed.)",
        .examples = {{"mpirun -n 4 distbench profile", "Print what messages cost here."},
                     {"mpirun -n 4 distbench profile here.json --name lab", "Write a profile for --machine."},
                     {"mpirun -n 2 distbench profile --seconds 20 --json", "Measure for longer, and print JSON."}},
    };
}

Invocation alltoall_invocation() {
    return {
        .name = "alltoall",
        .summary = "race algorithms in all-to-all exchanges",
        .description =
            R"(Moves data by every algorithm that applies, in rounds in which each algorithm has one turn. The data that arrive are
checked outside the measured time. The command prints the measured times beside those predicted for --machine. Without
--machine it measures this machine first.

The regret of auto is how much longer the algorithm that auto chooses takes than the fastest.

A range of sizes grows by factors of 4.)",
        .examples = {{"mpirun -n 4 distbench alltoall", "Race with 64 B to 256 KiB."},
                     {"mpirun -n 8 distbench alltoall --sizes 1KiB:1MiB --rank-counts 4,8", "Race on 4 and on 8 ranks."},
                     {"mpirun -n 4 distbench alltoall --algorithms pex,gen,bruck --steps barrier",
                      "Race three algorithms, with a barrier after each step."}},
        .main_options = {"sizes", "rank-counts", "algorithms", "repeat", "topology", "placement", "machine", "json"},
    };
}

Invocation race_invocation() {
    return {
        .name = "race",
        .arguments = "[JOB...]",
        .max_arguments = 100,
        .summary = "race algorithms in redistributions",
        .description =
            R"(Does the same as alltoall with the messages of jobs. Each job takes the ranks that it names, or all ranks if it names
none.)",
        .examples = {{"mpirun -n 8 distbench race fft2d.hpf pitfalls-fig12.hpf", "Race on two jobs."},
                     {"mpirun -n 8 distbench race fft2d.hpf --algorithms pex,gen --repeat 99", "Race two algorithms, many times."},
                     {"mpirun -n 8 distbench race fft2d.hpf --machine here.json --json",
                      "Predict times by a profile, and print JSON."}},
        .main_options = {"algorithms", "repeat", "topology", "machine", "json"},
    };
}

Invocation program_trial_invocation() {
    return {
        .name = "program",
        .arguments = "JOB...",
        .max_arguments = 100,
        .summary = "run the layouts that distplan advise proposes",
        .description =
            R"(Checks the answers of 'distplan advise' by running them. For each job it asks how the arrays should be distributed over
the phases, on the ranks at hand. It then sends the messages of the best answers and of the job's own layouts, as often
as the program does: remaps, halos, sums and broadcasts.

It prints the measured times beside those predicted for --machine, and how much longer the proposed layout takes than
the fastest of them. Without --machine it measures this machine first. The work of the program and the waiting in
pipelines are not run; they count with their predicted times.)",
        .examples = {{"mpirun -n 4 distbench program fft2d.hpf heat.hpf", "Check the answers for two programs."},
                     {"mpirun -n 4 distbench program lu.hpf --operation 50ns --top 20", "Run 20 answers for slow processors."},
                     {"mpirun -n 4 distbench program adi.hpf --machine here.json --json",
                      "Predict times by a profile, and print JSON."}},
    };
}

Invocation methods_invocation() {
    return {
        .name = "methods",
        .arguments = "[NAME]",
        .max_arguments = 1,
        .summary = "measure the papers' methods of redistribution",
        .description =
            R"(Repeats the papers' experiments with methods of redistribution: Tables 1 to 3 of PITFALLS (pitfalls), and chapter 3 of
Thakur (chapter3; with the printed loops: chapter3-printed). It moves the arrays by the methods that the papers
compare, in turns, and checks every element. Then it prints 'distbench table NAME' with these times. Without NAME it
runs all.

Experiments that need more ranks than the job has are left out. pitfalls needs 12 to 20 ranks, and the others need 4
to 16.)",
        .examples = {{"mpirun -n 20 distbench methods",
                      "Run all; use --oversubscribe or share/bin/local-mpirun on few processors."},
                     {"mpirun -n 8 distbench methods chapter3 --repeat 31", "Run the experiments for up to 8 ranks, many times."},
                     {"mpirun -n 20 distbench methods --name lab --json", "Write the FILE for 'distbench table pitfalls FILE'."}},
    };
}

Invocation channel_times_invocation() {
    return {
        .name = "channel",
        .summary = "time transfers between two groups of ranks",
        .description = R"(Times how the first ranks of the job hand square arrays of several sizes to the other ranks, through a
tessera::ArrayChannel. One series makes a new channel for every transfer, as the generic and optimized versions in
section 3.1 of the CDT paper do. Another makes the channel once, as the paper's async version does. Each series is
repeated for several numbers of transfers that the channel is made for: one, two, or (for kept channels) any number.

It also prints a fit of the paper's equation 1 to the times. 'distbench table cdt' prints the figures of the paper.)",
        .examples = {{"mpirun -n 16 distbench channel", "From eight ranks to eight, as in the paper."},
                     {"mpirun -n 12 distbench channel --senders 8", "From eight ranks to four."},
                     {"mpirun -n 4 distbench channel --repeat 99 --json", "Repeat many times, and print JSON."}},
    };
}

Invocation io_trial_invocation() {
    return {
        .name = "io",
        .arguments = "[JOB]",
        .max_arguments = 1,
        .summary = "run the plans of distplan io on a disk",
        .description =
            R"(Runs every plan that 'distplan io' prints, in turns, on a file that it makes in --folder and removes at the end. It
takes the job and the options of 'distplan io'. It counts the requests at the file and compares them with the plan, and
it checks the elements. The exit code is 3 if a run differs from its plan.

Before each run the file is dropped from memory, so that reads come from the disk; --cached leaves it there.

Programs with out-of-core arrays (tessera::OutOfCoreArray) run these plans. iocopy and redist copy whole arrays in parts
that fit the memory, by other plans, which 'iocopy --plan' prints.)",
        .examples = {{"mpirun -n 16 distbench io stripes.hpf", "Which method is the fastest on this disk?"},
                     {"mpirun -n 8 distbench io fft2d.hpf --write --folder /scratch", "Write instead, on another disk."},
                     {"mpirun -n 16 distbench io stripes.hpf --machine delta --json",
                      "Predict times for a machine, and print JSON."}},
        .main_options = {"section", "write", "access", "repeat", "machine", "json"},
    };
}

std::vector<OptionSpec> io_trial_options() {
    return {
        {.name = "folder",
         .kind = ValueKind::File,
         .placeholder = "DIR",
         .help = "folder for the file, which all ranks must see (default: the current one)",
         .group = "Options",
         .subcommands = {"io"}},
        {.name = "cached",
         .kind = ValueKind::Flag,
         .help = "keep the file in the system's cache between runs",
         .group = "Options",
         .subcommands = {"io"}},
    };
}

std::vector<OptionSpec> profile_options() {
    std::string const group = "Options";
    return {
        {.name = "name",
         .kind = ValueKind::Text,
         .placeholder = "TEXT",
         .help = "name of the machine in the profile, or of the table",
         .group = group,
         .subcommands = {"profile", "methods"}},
        {.name = "seconds",
         .kind = ValueKind::Number,
         .placeholder = "N",
         .help = "approximate time of the measurement, in seconds (default: 6)",
         .group = group,
         .subcommands = {"profile"}},
    };
}

std::vector<OptionSpec> race_options() {
    std::string const group = "Options";
    return {
        {.name = "sizes",
         .kind = ValueKind::Text,
         .placeholder = "LIST",
         .help = "lengths of messages, such as 64,1KiB:1MiB (default: 64:256KiB)",
         .group = group,
         .subcommands = {"alltoall"}},
        {.name = "rank-counts",
         .kind = ValueKind::Text,
         .placeholder = "LIST",
         .help = "numbers of ranks that take part, such as 2,4,8 (default: all ranks)",
         .group = group,
         .subcommands = {"alltoall"}},
        {.name = "algorithms",
         .kind = ValueKind::Text,
         .placeholder = "LIST",
         .help = "algorithms to race, such as pex,gen,coloured (default: all that apply)",
         .group = group,
         .subcommands = {"alltoall", "race"}},
        {.name = "repeat",
         .kind = ValueKind::Number,
         .placeholder = "N",
         .help = "number of rounds; the median is reported (default: 11)",
         .group = group,
         .subcommands = {"alltoall", "race", "methods", "channel", "program", "io"}},
        {.name = "operation",
         .kind = ValueKind::Text,
         .placeholder = "TIME",
         .help = "time of one operation of the computation (default: 1ns)",
         .group = group,
         .subcommands = {"program"}},
        {.name = "top",
         .kind = ValueKind::Number,
         .placeholder = "N",
         .help = "number of answers of the advice (default: 5)",
         .group = group,
         .subcommands = {"program"}},
        {.name = "counters",
         .kind = ValueKind::Text,
         .placeholder = "COMMAND",
         .help = "command that prints the bytes sent over each link",
         .group = group,
         .subcommands = {"alltoall", "race"}},
        {.name = "senders",
         .kind = ValueKind::Number,
         .placeholder = "N",
         .help = "number of sending ranks (default: half of the ranks)",
         .group = group,
         .subcommands = {"channel"}},
    };
}

} // namespace

CommandTable distbench_table() {
    CommandTable table;
    table.command = {
        .name = "distbench",
        .summary = "compare predictions with measurements",
        .description =
            R"(Measures the machine at hand, races algorithms on it, and compares published measurements with the predictions of
Tessera's models. All subcommands but table run under mpirun.

Measure a profile first: 'distbench profile FILE' writes the rates of the machine for the option --machine of this and
other commands.)",
        .examples = {{"mpirun -n 4 distbench profile here.json", "What do messages cost on this machine?"},
                     {"mpirun -n 8 distbench race fft2d.hpf", "Which algorithm is the fastest, and does auto choose it?"},
                     {"distbench table gen-bound", "Compare a formula for link loads with the exact loads."}},
    };
    table.subcommands = {table_invocation(),   profile_invocation(),       alltoall_invocation(),      race_invocation(),
                         methods_invocation(), channel_times_invocation(), program_trial_invocation(), io_trial_invocation()};
    std::vector<std::string> const races{"alltoall", "race"};
    for (auto&& group : {job_options({"race", "io"}), profile_options(), io_options({"io"}), io_trial_options(), race_options(),
                         std::vector{topology_option(races), placement_option(races), steps_option(races),
                                     machine_option({"alltoall", "race", "program", "io"}), json_option(),
                                     force_option({"profile"}), progress_option({"profile", "alltoall", "race", "methods", "io"}),
                                     reworded(quiet_option(), "print only errors, on standard error")}})
        table.options.insert(table.options.end(), group.begin(), group.end());
    return table;
}

} // namespace tessera::cli
