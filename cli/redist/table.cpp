// SPDX-License-Identifier: BSD-3-Clause
// Tessera: redist's table: its options and examples.
#include "cli/common/file_loading.hpp"
#include "cli/common/shared_options.hpp"
#include "cli/common/step_orders.hpp"
#include "cli/redist/command.hpp"
#include "cli/redist/region_run.hpp"
#include "cli/redist/update_settings.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/files/store/array_formats.hpp"
#include "libcore/runtime/move/transport.hpp"

#include <algorithm>
#include <iterator>

namespace tessera::cli {
namespace {

std::vector<std::string> transport_choices() {
    auto const names = transport_names();
    return {names.begin(), names.end()};
}

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
            "A job's copies happen one after the other. Copies that do not read or write what an earlier one wrote travel "
            "together. "
            "Elements that no copy writes keep what --old holds, or else are 0; the report counts them.\n\n"
            "--method moves them in the phases that distplan redist --method shows, with the arrays between them in memory; naive "
            "plans "
            "nothing and asks for the owner of each element. With --round-trip what arrived goes back to where it was, by the same "
            "plan "
            "the other way round.\n\n"
            "--alpha, --beta and --op make the target B into beta*B + alpha*op(A), where B held generated values or those of --old "
            "before; "
            "--to-type converts by the rules of C++, and refuses types that do not hold every value unless --lossy is given: then "
            "floats are rounded, numbers beyond an integer's bounds become the bound, and complex numbers lose their imaginary "
            "part.\n\n"
            "With --algorithm messages go in the steps of a schedule (distplan schedule shows it; auto chooses one for the network "
            "and the machine; where nobody names these or asks for --steps or --trace, ranks that share one node copy without "
            "steps). async, the default: a rank goes on as soon as what it has to send is there, a few steps at a time; "
            "local: when its own transfers of a step are complete; barrier: when everybody's are, as the papers measure. --trace "
            "writes every transfer of the last repetition, beside the predicted time of each step where --machine is given.\n\n"
            "With --memory an array that is larger than all ranks' memory goes from file to file part by part, as iocopy copies: "
            "all "
            "buffers of all ranks together stay within SIZE, a journal beside the output says what is done, and --resume goes on "
            "with what was interrupted (with 256 MiB, unless --memory says otherwise). Without --in or --out arrays are held in "
            "memory, "
            "and --memory bounds what their messages take beside them, by moving in rounds.\n\n"
            "--region collect brings the elements that a statement of the job touches (distplan region shows them) from their "
            "ranks to "
            "the host, --region update from there to them; the host is --host, or the I/O processors of the job, each for the "
            "processors attached to it. What collect writes to --out is zero elsewhere; update leaves the other elements as --old "
            "has them.\n\n"
            "Outputs appear complete under their name, or not at all; with --verify only where every element is in its place. "
            "--force "
            "overwrites a file, but neither the input nor an HDF5 file that holds more than what is written.\n\n"
            "Exit codes: 0 done, 1 failed, 2 bad input, 3 an element is not what it should be, "
            "4 the output does not keep everything of the input.",
        .examples = {{"mpirun -n 4 redist geoid.hpf --in geoid.h5 --out tiles.h5 --verify", "A field in an HDF5 file."},
                     {"mpirun -n 8 redist fft2d.hpf --algorithm pex --trace t.json", "In steps of pairs; who sent what when."},
                     {"mpirun -n 6 redist geoid.hpf --in parts/ --out geoid.npy --force", "What other ranks wrote, as one file."}},
        .main_options = {"in", "out", "force", "verify", "repeat", "algorithm", "json"},
    };
}

/// Returns the options for copies of files in parts, and for rounds.
std::vector<OptionSpec> bounded_options() {
    std::string const group = "Options";
    return {
        {.name = "memory",
         .kind = ValueKind::Size,
         .placeholder = "SIZE",
         .help =
             "for the buffers of all ranks together: with --in and --out the file is copied in parts, else arrays move in rounds",
         .group = group},
        {.name = "resume", .help = "go on with such a copy where it was interrupted", .group = group},
        any_size_option(),
    };
}

/// Returns the options for how arrays move, and between which states.
std::vector<OptionSpec> moving_options() {
    std::string const group = "Options";
    return {
        {.name = "verify", .help = "compare every element with what it should be", .group = group},
        {.name = "repeat",
         .kind = ValueKind::Number,
         .placeholder = "N",
         .help = "move N times; the shortest, median and longest time",
         .group = group},
        {.name = "warm-up",
         .kind = ValueKind::Number,
         .placeholder = "N",
         .help = "move N times before that, untimed: a first move also opens connections and touches memory",
         .group = group},
        {.name = "round-trip", .help = "there and back again, each time; the way back is not planned anew", .group = group},
        json_option(),
        {.name = "transport",
         .kind = ValueKind::Choice,
         .placeholder = "NAME",
         .choices = transport_choices(),
         .help = "how messages go: through the memory of a node (shared), one by one (p2p, persistent: with requests that are made "
                 "once), or by a collective operation of MPI; auto: through memory within a node, one by one between nodes",
         .group = group},
        {.name = "receive",
         .kind = ValueKind::Choice,
         .choices = {"async", "sync"},
         .help = "unpack each as it arrives, or all at the end",
         .group = group},
        {.name = "state",
         .kind = ValueKind::Text,
         .placeholder = "FROM:TO",
         .help = "between these states of the job, e.g. 0:1, or from:to",
         .group = group},
        {.name = "transition",
         .kind = ValueKind::Number,
         .placeholder = "K",
         .help = "only the K-th change of state, from 1",
         .group = group},
    };
}

std::vector<std::string> format_versions() {
    auto const all = all_format_versions();
    return {all.begin(), all.end()};
}

OptionSpec edition_option() {
    return {.name = "as",
            .kind = ValueKind::Choice,
            .placeholder = "KIND",
            .choices = format_versions(),
            .help = "the version of --out's format; dcp: a checkpoint of PyTorch, in safetensors files, one for each rank of the "
                    "target; dcp-torch: in its own",
            .group = "Options"};
}

/// Returns the options for files.
std::vector<OptionSpec> file_options() {
    std::vector<OptionSpec> options = file_data_options();
    options.insert(options.begin() + 2, edition_option());
    return options;
}

/// Returns the options for phases, and for ranks that save messages.
std::vector<OptionSpec> method_options() {
    std::vector<OptionSpec> options = relabel_options();
    options.insert(options.begin(), method_option());
    return options;
}

/// Returns the options for messages in the order of a schedule, and for predicted times.
std::vector<OptionSpec> schedule_options() {
    return {
        reworded(algorithm_option(), "in the steps of a schedule: auto, pex, gen, ..."),
        {.name = "trace",
         .kind = ValueKind::File,
         .placeholder = "FILE",
         .help = "write who sent what when; FILE.chrome.json for trace viewers",
         .group = "Options"},
        steps_option(),
        topology_option(),
        placement_option(),
        reworded(machine_option(), "the machine's rates, to predict times"),
    };
}

} // namespace

CommandTable redist_table() {
    CommandTable table{.command = invocation(), .subcommands = {}, .options = job_options()};
    std::vector<OptionSpec> const groups[]{
        file_options(),   bounded_options(),    conversion_options(), moving_options(),   {section_option()},
        update_options(), region_run_options(), method_options(),     schedule_options(), {progress_option(), quiet_option()}};
    for (auto const& options : groups) std::ranges::copy(options, std::back_inserter(table.options));
    return table;
}

} // namespace tessera::cli
