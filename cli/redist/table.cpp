// SPDX-License-Identifier: BSD-3-Clause
// Tessera: redist's table: its options and examples.
#include "cli/common/shared_options.hpp"
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
            "Outputs appear complete under their name, or not at all; with --verify only where every element is in its place.\n\n"
            "Exit codes: 0 done, 1 failed, 2 bad input, 3 an element is not what it should be.",
        .examples = {{"mpirun -n 4 redist geoid.hpf --in geoid.h5 --out tiles.h5 --verify", "A field in an HDF5 file."},
                     {"mpirun -n 8 redist fft2d.hpf --verify --repeat 11", "Generated data, eleven times."},
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
         .help = "planned, or by computing the owner of each element",
         .group = group},
        {.name = "state",
         .kind = ValueKind::Text,
         .placeholder = "FROM:TO",
         .help = "these states (0:1); this part only",
         .group = group},
    };
}

/// --algorithm and what it needs to know, on two rows of the help.
std::vector<OptionSpec> schedule_options() {
    auto options = site_options();
    OptionSpec steps{.name = "steps",
                     .kind = ValueKind::Choice,
                     .choices = {"async", "local", "barrier"},
                     .help = "whether a step waits for the one before: no, here, everywhere",
                     .group = "Options",
                     .beside_previous = true};
    options[0].help = "step by step: pex, ..., auto";
    options[1].help = "what auto and predictions go by";
    for (std::size_t i = 2; i < options.size(); ++i) options[i].beside_previous = true;
    options.insert(options.begin() + 1, std::move(steps));
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
    std::ranges::move(schedule_options(), std::back_inserter(table.options));
    table.options.push_back(json_option());
    table.options.push_back(force_option());
    table.options.push_back(progress_option());
    table.options.push_back(beside(quiet_option()));
    return table;
}

} // namespace tessera::cli
