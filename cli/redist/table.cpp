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
        .summary = "move arrays from one mapping to another, under mpirun",
        .description =
            R"(Moves the arrays of a job from the mapping before a REDISTRIBUTE or REALIGN to the mapping after it, or executes the
job's copies. It times the move, and on request verifies and writes the result. 'distplan redist' shows what moves.

FILE of --in and --out is file.h5:/dataset (HDF5), .npy, .raw, one file for each rank (a directory/ or a .json
manifest), or a file of another format of iocopy(1). By default an HDF5 dataset has the array's name. Without --in
each element gets a value that is made from its index. Several arrays travel together, in one message for each pair of
ranks, and share an HDF5 file or a directory.

The copies of a job happen one after the other. Copies that do not read or write what an earlier one wrote travel
together. Elements that no copy writes keep the value that --old gives them, or are 0; the report counts them.

--method moves in the phases that 'distplan redist --method' shows, with the arrays between them in memory. naive plans
nothing and asks for the owner of each element. With --round-trip the arrays also move back, by the same plan in
reverse.

--alpha, --beta and --op change the target B to beta*B + alpha*op(A). B first holds generated values, or those of --old.
--to-type converts elements by the rules of C++. It refuses a type that cannot hold every value, unless --lossy is
given. Then floats are rounded, numbers outside an integer's range become its bound, and complex numbers lose their
imaginary part.

--algorithm sends messages in the steps of a schedule, which 'distplan schedule' shows. auto chooses a schedule for the
network and the machine. On one node, auto copies without steps unless an option asks for a network, a machine, --steps
or --trace. --steps says when a rank goes on to the next step:

async:: When the data of the step are there to be sent, a few steps ahead at most. This is the default.

local:: When its own transfers of the step are complete.

barrier:: When all transfers of the step are complete on all ranks, as the papers measure.

--trace writes every transfer of the last repetition. With --machine it adds the predicted time of each step.

With --memory, --in and --out an array may be larger than the memory of all ranks. It is then copied from file to file
in parts, as by iocopy(1). All buffers of all ranks together stay within SIZE, and a journal beside the output lists the finished
parts. --resume continues an interrupted copy, with 256 MiB unless --memory says otherwise. Without --in or --out the
arrays are in memory, and --memory bounds the buffers of their messages, which then move in rounds.

--region collect sends the elements that a statement of the job touches from their ranks to the host, and --region
update sends them back. 'distplan region' shows these elements. The host is --host, or the job's I/O processors, each
for the processors attached to it. Other elements are zero in the --out file of collect. update leaves them as --old has
them.

An output appears under its name only when it is complete. With --verify it appears only if every element is in its
place. --force overwrites a file, but never the input, and never an HDF5 file that holds more than the arrays to be
written.)",
        .examples = {{"mpirun -n 4 redist geoid.hpf --in geoid.h5 --out tiles.h5 --verify",
                      "Redistribute a field from one HDF5 file to another."},
                     {"mpirun -n 8 redist fft2d.hpf --algorithm pex --trace t.json",
                      "Move in steps of pairs, and trace each transfer."},
                     {"mpirun -n 6 redist geoid.hpf --in parts/ --out geoid.npy --force",
                      "Gather the files of other ranks into one."}},
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
         .help = "memory for the buffers of all ranks together; with --in and --out the file is copied in parts, else arrays move "
                 "in rounds",
         .group = group},
        {.name = "resume", .help = "continue an interrupted copy in parts", .group = group},
        any_size_option(),
    };
}

/// Returns the options for how arrays move, and between which states.
std::vector<OptionSpec> moving_options() {
    std::string const group = "Options";
    return {
        {.name = "verify", .help = "compare every element with its expected value", .group = group},
        {.name = "repeat",
         .kind = ValueKind::Number,
         .placeholder = "N",
         .help = "move N times; print the shortest, median and longest time",
         .group = group},
        {.name = "warm-up",
         .kind = ValueKind::Number,
         .placeholder = "N",
         .help = "move N times before the timed moves; the first move also opens connections and touches memory",
         .group = group},
        {.name = "as-printed",
         .help =
             "execute the loops that Thakur prints for the method; they compute the partner of each element or sub-block each time",
         .group = group},
        {.name = "round-trip", .help = "move there and back each time, with one plan for both ways", .group = group},
        json_option(),
        {.name = "transport",
         .kind = ValueKind::Choice,
         .placeholder = "NAME",
         .choices = transport_choices(),
         .help =
             "transport of messages: through shared memory of a node (shared), one by one (p2p, persistent: with persistent "
             "requests of MPI), or by a collective operation of MPI; auto: shared memory within a node, one by one between nodes",
         .group = group},
        {.name = "receive",
         .kind = ValueKind::Choice,
         .choices = {"async", "sync"},
         .help = "unpack each message as it arrives (async), or all at the end (sync)",
         .group = group},
        {.name = "state",
         .kind = ValueKind::Text,
         .placeholder = "FROM:TO",
         .help = "move only between these states of the job, such as 0:1 or from:to",
         .group = group},
        {.name = "transition",
         .kind = ValueKind::Number,
         .placeholder = "K",
         .help = "take only this change of state, counted from 1",
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
            .help = "version of the format of --out; dcp: a checkpoint of PyTorch in safetensors files, one for each rank of the "
                    "target; dcp-torch: the same in PyTorch's own files",
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
        reworded(algorithm_option(), "move in the steps of a schedule: auto, pex, gen, ..."),
        {.name = "trace",
         .kind = ValueKind::File,
         .placeholder = "FILE",
         .help = "write a trace of every transfer; FILE.chrome.json is for Chrome's trace viewer",
         .group = "Options"},
        steps_option(),
        topology_option(),
        placement_option(),
        reworded(machine_option(), "machine for which times are predicted"),
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
