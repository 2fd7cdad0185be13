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
        .summary = "a published table: its numbers beside ours",
        .description =
            "thakur-4.4 to thakur-4.10 are the times of an all-to-all on meshes of the Intel Touchstone Delta, for PEX, PEX-GEN, "
            "PEX-GEN-SHIFT, GEN (two tables), REX and IPEX. Each measured time stands above the one predicted with the paper's "
            "costs and with exact link loads, and above their ratio. Nothing is fitted to the tables.\n\n"
            "thakur-5.2, 5.3 and 6.1 to 6.8 are times, and requests, of reading and writing sections of files there: directly, by "
            "data sieving, and in two phases. Beside them stand our plans' requests and the time predicted with what one disk "
            "cost.\n\n"
            "pex-bound and gen-bound compare the paper's formulas for the busiest link with the exact loads: PEX's formula is "
            "exact in every step, GEN's is an upper bound.\n\n"
            "cdt holds the fits and configurations of the CDT paper's sections 3.1 to 3.3 against our plans.\n\n"
            "pitfalls and chapter3 hold the experiments with methods of redistribution of PITFALLS (Tables 1 to 3) and of Thakur "
            "(Figs. 3.7 to 3.22, which are plots: so who wins, and by what) against times of 'distbench methods': recorded ones, "
            "or "
            "those of a FILE of its --json. chapter3-printed executes the printed loops (redist --as-printed).\n\n"
            "pcstar-4.1 to 4.5 compare reductions with pC*'s butterfly; under mpirun the same is measured beside them. pcstar-3.1 "
            "to 3.3, 6.3 and 6.4 measure walks through memory and grid shifts, beside the thesis' as ratios; pcstar-6.1 and 6.2 "
            "hold its contexts and runs against ours; 3.5 measures contexts. "
            "pcstar-7.9 holds its eight programs beside C and plain MPI: recorded times, or those of a FILE that "
            "tests/bench/programs_bench.sh has printed.\n\n"
            "cluster is our own: races on networks that the kernel plays (share/bin/local-cluster), with the bytes it counted. "
            "FILEs of 'race --counters --json' stand beside it.\n\n"
            "A NAME that ends in .csv is a table of yours (share/doc/formats.md). Without a name the tables are listed.",
        .examples = {{"distbench table", "Which tables are there?"},
                     {"distbench table thakur-4.4", "Pairwise exchange on the Delta."},
                     {"distbench table gen-bound --json", "Formula and exact load of every step, as JSON."}},
    };
}

Invocation profile_invocation() {
    return {
        .name = "profile",
        .arguments = "[FILE]",
        .max_arguments = 1,
        .summary = "measures the machine it runs on, under mpirun",
        .description =
            "Times messages of many lengths between the ranks of the job: one way, both ways between pairs, and around a ring; "
            "fits "
            "a start-up time and rates to them, in several protocols where longer messages clearly behave otherwise; and times "
            "copies in memory, of long and of short stretches. Where there are several nodes all ranks of one exchange with those "
            "of another, which tells what a full link "
            "costs. What cannot be seen, such as the links of a network from a single node, is left out, and said.\n\n"
            "FILE is a profile for --machine, of distplan and redist too.",
        .examples = {{"mpirun -n 4 distbench profile", "What do messages cost here?"},
                     {"mpirun -n 4 distbench profile here.json --name lab", "A profile for --machine."},
                     {"mpirun -n 2 distbench profile --seconds 20 --json", "More careful, as JSON."}},
    };
}

Invocation alltoall_invocation() {
    return {
        .name = "alltoall",
        .summary = "races all algorithms in all-to-alls of several sizes, under mpirun",
        .description =
            "Every algorithm that applies moves the data, one after the other in every round; what arrives is compared, off the "
            "clock, with what should. Beside the observed times stand those predicted for --machine (without it this machine is "
            "measured first), and how much longer than the fastest the one takes that auto would have chosen: its regret.\n\n"
            "A range of sizes goes up by factors of 4.",
        .examples = {{"mpirun -n 4 distbench alltoall", "64 B to 256 KiB."},
                     {"mpirun -n 8 distbench alltoall --sizes 1KiB:1MiB --rank-counts 4,8", "Two numbers of ranks."},
                     {"mpirun -n 4 distbench alltoall --algorithms pex,gen,bruck --steps barrier", "Three of them, in step."}},
        .main_options = {"sizes", "rank-counts", "algorithms", "repeat", "topology", "placement", "machine", "json"},
    };
}

Invocation race_invocation() {
    return {
        .name = "race",
        .arguments = "[JOB...]",
        .max_arguments = 100,
        .summary = "races all algorithms in redistributions, under mpirun",
        .description = "As alltoall, with the messages of jobs. Each job takes the ranks it says, or all there are.",
        .examples = {{"mpirun -n 8 distbench race fft2d.hpf pitfalls-fig12.hpf", "Two jobs."},
                     {"mpirun -n 8 distbench race fft2d.hpf --algorithms pex,gen --repeat 99", "Two, very often."},
                     {"mpirun -n 8 distbench race fft2d.hpf --machine here.json --json", "Predicted with a profile; JSON."}},
        .main_options = {"algorithms", "repeat", "topology", "machine", "json"},
    };
}

Invocation program_trial_invocation() {
    return {
        .name = "program",
        .arguments = "JOB...",
        .max_arguments = 100,
        .summary = "runs what advise answers, beside its predictions",
        .description =
            "Asks 'distplan advise' how the arrays of each job should be distributed over its phases, on the ranks there are, and "
            "sends the messages of its best answers and of the job's own layouts: remaps, halos, sums and broadcasts, as often as "
            "the "
            "program does. Beside the measured times stand those predicted for --machine (without it this machine is measured "
            "first), and how much longer than the shortest of these the advised one takes. Work, and the waiting of pipelines, is "
            "not run and counts as it is predicted.",
        .examples = {{"mpirun -n 4 distbench program fft2d.hpf heat.hpf", "Two programs."},
                     {"mpirun -n 4 distbench program lu.hpf --operation 50ns --top 20", "Slow work; more answers."},
                     {"mpirun -n 4 distbench program adi.hpf --machine here.json --json", "Predicted with a profile; JSON."}},
    };
}

Invocation methods_invocation() {
    return {
        .name = "methods",
        .arguments = "[NAME]",
        .max_arguments = 1,
        .summary = "measures the papers' experiments with methods, under mpirun",
        .description =
            "Moves the arrays of PITFALLS' Tables 1 to 3 (pitfalls) and of Thakur's chapter 3 (chapter3; chapter3-printed by the "
            "printed loops) by "
            "the methods that the papers compare, in turns, checks every element, and prints 'distbench table NAME' with these "
            "times; without a NAME all. Experiments that take more ranks than the job has are left out: pitfalls takes 12 to 20, "
            "the others 4 to 16.",
        .examples = {{"mpirun -n 20 distbench methods", "All of them; --oversubscribe, or share/bin/local-mpirun."},
                     {"mpirun -n 8 distbench methods chapter3 --repeat 31", "Those for 8 ranks, very often."},
                     {"mpirun -n 20 distbench methods --name lab --json", "For distbench table pitfalls FILE."}},
    };
}

Invocation channel_times_invocation() {
    return {
        .name = "channel",
        .summary = "times transfers from some ranks to the others, under mpirun",
        .description =
            "The first ranks of the job hand square arrays of several sizes to the others through a tessera::ArrayChannel: made "
            "anew "
            "for every transfer, as the generic and optimized versions of the CDT paper's section 3.1 do, and made once, as its "
            "async "
            "version, each with several counts of what to expect. Beside the times stands a fit of the paper's equation 1 to them. "
            "'distbench table cdt' prints the paper's own.",
        .examples = {{"mpirun -n 16 distbench channel", "Eight to eight, as in the paper."},
                     {"mpirun -n 12 distbench channel --senders 8", "Eight to four."},
                     {"mpirun -n 4 distbench channel --repeat 99 --json", "Very often; JSON."}},
    };
}

Invocation io_trial_invocation() {
    return {
        .name = "io",
        .arguments = "[JOB]",
        .max_arguments = 1,
        .summary = "runs the plans of 'distplan io' on a disk, under mpirun",
        .description = "Takes the job and the options of 'distplan io', makes a file in --folder, and runs every plan that "
                       "'distplan io' prints, "
                       "in turns. The requests are counted at the file and compared with the plan; the elements are checked. The "
                       "file is removed "
                       "at the end. Before each run the file is dropped from memory, so that reads come from the disk; --cached "
                       "leaves it there. "
                       "The exit code is 3 if a run differs from its plan.\n\n"
                       "Programs with out-of-core arrays (tessera::OutOfCoreArray) run these plans. iocopy and redist copy whole "
                       "arrays in parts "
                       "that fit the memory; 'iocopy --plan' prints theirs.",
        .examples = {{"mpirun -n 16 distbench io stripes.hpf", "Which method is the fastest on this disk?"},
                     {"mpirun -n 8 distbench io fft2d.hpf --write --folder /scratch", "Writing, on another disk."},
                     {"mpirun -n 16 distbench io stripes.hpf --machine delta --json", "Predicted for a machine; JSON."}},
        .main_options = {"section", "write", "access", "repeat", "machine", "json"},
    };
}

std::vector<OptionSpec> io_trial_options() {
    return {
        {.name = "folder",
         .kind = ValueKind::File,
         .placeholder = "DIR",
         .help = "where the file is made; all ranks must see it (.)",
         .group = "Options",
         .subcommands = {"io"}},
        {.name = "cached",
         .kind = ValueKind::Flag,
         .help = "leave the file in memory between runs",
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
         .help = "what the machine is called in the profile, or table",
         .group = group,
         .subcommands = {"profile", "methods"}},
        {.name = "seconds",
         .kind = ValueKind::Number,
         .placeholder = "N",
         .help = "how long it may measure, about (6)",
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
         .help = "lengths of messages: 64,1KiB:1MiB (64:256KiB)",
         .group = group,
         .subcommands = {"alltoall"}},
        {.name = "rank-counts",
         .kind = ValueKind::Text,
         .placeholder = "LIST",
         .help = "how many of the ranks take part: 2,4,8 (all)",
         .group = group,
         .subcommands = {"alltoall"}},
        {.name = "algorithms",
         .kind = ValueKind::Text,
         .placeholder = "LIST",
         .help = "these only: pex,gen,coloured (all that apply)",
         .group = group,
         .subcommands = {"alltoall", "race"}},
        {.name = "repeat",
         .kind = ValueKind::Number,
         .placeholder = "N",
         .help = "rounds, whose median counts (11)",
         .group = group,
         .subcommands = {"alltoall", "race", "methods", "channel", "program", "io"}},
        {.name = "operation",
         .kind = ValueKind::Text,
         .placeholder = "TIME",
         .help = "what one operation of work takes (1ns)",
         .group = group,
         .subcommands = {"program"}},
        {.name = "top",
         .kind = ValueKind::Number,
         .placeholder = "N",
         .help = "so many answers of the advice (5)",
         .group = group,
         .subcommands = {"program"}},
        {.name = "counters",
         .kind = ValueKind::Text,
         .placeholder = "COMMAND",
         .help = "what prints the bytes that went over each link",
         .group = group,
         .subcommands = {"alltoall", "race"}},
        {.name = "senders",
         .kind = ValueKind::Number,
         .placeholder = "N",
         .help = "how many ranks send (half of them)",
         .group = group,
         .subcommands = {"channel"}},
    };
}

} // namespace

CommandTable distbench_table() {
    CommandTable table;
    table.command = {
        .name = "distbench",
        .summary = "predictions beside measurements",
        .description = "Measures the machine at hand, and prints the published tables that Tessera's models of networks and "
                       "machines are held against.",
        .examples = {{"mpirun -n 4 distbench profile here.json", "What do messages cost here?"},
                     {"mpirun -n 8 distbench race fft2d.hpf", "Which algorithm is the fastest, and does auto take it?"},
                     {"distbench table gen-bound", "A formula for link loads beside the loads."}},
    };
    table.subcommands = {table_invocation(),   profile_invocation(),       alltoall_invocation(),      race_invocation(),
                         methods_invocation(), channel_times_invocation(), program_trial_invocation(), io_trial_invocation()};
    std::vector<std::string> const races{"alltoall", "race"};
    for (auto&& group : {job_options({"race", "io"}), profile_options(), io_options({"io"}), io_trial_options(), race_options(),
                         std::vector{topology_option(races), placement_option(races), steps_option(races),
                                     machine_option({"alltoall", "race", "program", "io"}), json_option(),
                                     force_option({"profile"}), progress_option({"profile", "alltoall", "race", "methods", "io"}),
                                     reworded(quiet_option(), "errors only on standard error")}})
        table.options.insert(table.options.end(), group.begin(), group.end());
    return table;
}

} // namespace tessera::cli
