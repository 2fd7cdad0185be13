// SPDX-License-Identifier: BSD-3-Clause
// Tessera: redist's table: its options and examples.
#include "cli/common/shared_options.hpp"
#include "cli/common/step_orders.hpp"
#include "cli/redist/command.hpp"

#include <algorithm>
#include <iterator>

namespace tessera::cli {
namespace {

Invocation invocation() {
    return {
        .name = "redist",
        .arguments = "[JOB]",
        .max_arguments = 1,
        .summary = "moves arrays from one mapping to another, under mpirun",
        .description =
            "Fills the arrays as they are mapped before the job's REDISTRIBUTE or REALIGN (or its copies), moves them as it says, "
            "and checks, times and writes what arrives.\n\n"
            "FILE is file.h5:/dataset (HDF5; the array's name by default), .npy, .raw, or a directory/ or .json for one file per "
            "rank. "
            "Without --in every element gets a value made from its own index. Several arrays travel together, one message per pair "
            "of "
            "ranks, and share an HDF5 file or a directory.\n\n"
            "With --algorithm messages go in the steps of a schedule (distplan schedule shows it; auto chooses one for the network "
            "and the machine). async, the default: a rank goes on as soon as what it has to send is there, a few steps at a time; "
            "local: when its own transfers of a step are complete; barrier: when everybody's are, as the papers measure. --trace "
            "writes every transfer of the last repetition, beside the predicted time of each step where --machine is given.\n\n"
            "Outputs appear complete under their name, or not at all; with --verify only where every element is in its place. "
            "--force "
            "overwrites a file, but neither the input nor an HDF5 file that holds more than what is written.\n\n"
            "Exit codes: 0 done, 1 failed, 2 bad input, 3 an element is not what it should be.",
        .examples = {{"mpirun -n 4 redist geoid.hpf --in geoid.h5 --out tiles.h5 --verify", "A field in an HDF5 file."},
                     {"mpirun -n 8 redist fft2d.hpf --algorithm pex --trace t.json", "In steps of pairs; who sent what when."},
                     {"mpirun -n 6 redist geoid.hpf --in parts/ --out geoid.npy --force", "What other ranks wrote, as one file."}},
    };
}

std::vector<OptionSpec> own_options() {
    std::string const group = "Options";
    return {
        {.name = "in",
         .kind = ValueKind::File,
         .placeholder = "FILE",
         .help = "from here (else generated), and to there",
         .group = group},
        {.name = "out",
         .kind = ValueKind::File,
         .placeholder = "FILE",
         .help = "where they go",
         .group = group,
         .beside_previous = true},
        {.name = "verify", .help = "compare all elements; time N repetitions", .group = group},
        {.name = "repeat",
         .kind = ValueKind::Number,
         .placeholder = "N",
         .help = "move N times; the shortest, median and longest time",
         .group = group,
         .beside_previous = true},
        {.name = "transport",
         .kind = ValueKind::Choice,
         .choices = {"p2p", "alltoallv"},
         .help = "how messages go",
         .group = group},
        {.name = "receive",
         .kind = ValueKind::Choice,
         .choices = {"async", "sync"},
         .help = "unpack each as it arrives, or all at the end",
         .group = group,
         .beside_previous = true},
        {.name = "method",
         .kind = ValueKind::Choice,
         .choices = {"direct", "naive"},
         .help = "planned, or the owner of each element asked",
         .group = group},
        {.name = "state",
         .kind = ValueKind::Text,
         .placeholder = "FROM:TO",
         .help = "between these states, e.g. 0:1; only a part",
         .group = group},
    };
}

/// Messages in the order of a schedule, and what their times are predicted with.
std::vector<OptionSpec> schedule_options() {
    std::string const group = "Options";
    std::vector<OptionSpec> options = site_options();
    options[0].help = "in steps: auto, pex, ...; who sent what when";
    options.insert(options.begin() + 1, {.name = "trace",
                                         .kind = ValueKind::File,
                                         .placeholder = "FILE",
                                         .help = "write who sent what when; FILE.chrome.json for trace viewers",
                                         .group = group,
                                         .beside_previous = true});
    options.insert(options.begin() + 2, steps_option());
    options[3].help = "to predict its time";
    options[5].beside_previous = true;
    return options;
}

OptionSpec beside(OptionSpec option) {
    option.beside_previous = true;
    return option;
}

} // namespace

CommandTable redist_table() {
    CommandTable table{.command = invocation(), .subcommands = {}, .options = job_options()};
    auto own = own_options();
    std::ranges::move(own, std::back_inserter(table.options));
    table.options.push_back(beside(section_option()));
    auto schedule = schedule_options();
    std::ranges::move(schedule, std::back_inserter(table.options));
    table.options.push_back(json_option());
    table.options.back().help = "one JSON document; overwrite files that exist";
    table.options.push_back(beside(force_option()));
    table.options.push_back(progress_option());
    table.options.back().help = "how far it is; only errors";
    table.options.push_back(beside(quiet_option()));
    return table;
}

} // namespace tessera::cli
