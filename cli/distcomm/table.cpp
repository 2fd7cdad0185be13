// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distcomm's table: its options and examples.
#include "cli/common/axis_loading.hpp"
#include "cli/common/file_loading.hpp"
#include "cli/common/halo_loading.hpp"
#include "cli/common/index_loading.hpp"
#include "cli/common/mask_loading.hpp"
#include "cli/common/shared_options.hpp"
#include "cli/common/shift_loading.hpp"
#include "cli/distcomm/collective_comparison.hpp"
#include "cli/distcomm/command.hpp"
#include "cli/distcomm/subcommands.hpp"
#include "libcore/mapping/reduce_op.hpp"
#include "libcore/runtime/comm/collectives/element_tally.hpp"
#include "libcore/runtime/comm/collectives/extreme_candidate.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <string_view>
#include <utility>

namespace tessera::cli {
namespace {

/// Returns the options for one array in one state.
std::vector<OptionSpec> one_array_options() {
    std::vector<OptionSpec> options = job_options();
    std::string const group = "Options";
    options.push_back({.name = "array-name",
                       .kind = ValueKind::Text,
                       .placeholder = "NAME",
                       .help = "array of the job (default: the first)",
                       .group = group});
    options.push_back({.name = "state",
                       .kind = ValueKind::Text,
                       .placeholder = "STATE",
                       .help = "from (the default), to, or a number: 0 is from",
                       .group = group});
    return options;
}

std::vector<OptionSpec> combining_options() {
    auto const names = reduce_op_names();
    std::string const group = "Options";
    std::vector<std::string> sending{"replace"};
    sending.insert(sending.end(), names.begin(), names.end());
    std::vector<std::string> shifting = sending;
    std::vector<std::string> reducing{names.begin(), names.end()};
    for (auto const& more : {tally_names(), extreme_names()}) reducing.insert(reducing.end(), more.begin(), more.end());
    return {
        {.name = "op",
         .kind = ValueKind::Choice,
         .placeholder = "NAME",
         .choices = std::move(sending),
         .help = "combination of values for one element: replace (the default), sum, product, min, max, and, or, xor",
         .group = group,
         .subcommands = {"send"}},
        {.name = "op",
         .kind = ValueKind::Choice,
         .placeholder = "NAME",
         .choices = std::move(shifting),
         .help = "combination of values for one element: replace (the default), sum, product, min, max, and, or, xor",
         .group = group,
         .subcommands = {"shift"}},
        {.name = "op",
         .kind = ValueKind::Choice,
         .placeholder = "NAME",
         .choices = {names.begin(), names.end()},
         .help = "operation: sum (the default), product, min, max, and, or, xor",
         .group = group,
         .subcommands = {"scan"}},
        {.name = "op",
         .kind = ValueKind::Choice,
         .placeholder = "NAME",
         .choices = std::move(reducing),
         .help = "operation: sum (the default), product, min, max, and, or, xor; count, any, all; maxloc, minloc",
         .group = group,
         .subcommands = {"reduce"}},
        {.name = "root",
         .kind = ValueKind::Number,
         .placeholder = "R",
         .help = "rank whose part is sent (default: the first rank)",
         .group = group,
         .subcommands = {"broadcast"}},
        reworded(algorithm_option({"broadcast"}), "algorithm: logfan, chain, ... or mpi (default: auto)"),
        reworded(algorithm_option({"reduce"}), "algorithm: loglocex, ring, ... or mpi (default: auto)"),
        reworded(machine_option({"broadcast", "reduce"}), "machine whose rates decide what auto takes"),
        compare_option({"broadcast", "reduce"}),
    };
}

std::vector<OptionSpec> axis_options() {
    std::string const group = "Options";
    return {
        {.name = "axis",
         .kind = ValueKind::Number,
         .placeholder = "D",
         .help = "dimension of the operation, counted from 1 (default: 1)",
         .group = group,
         .subcommands = {"scan", "enumerate", "rank"}},
        {.name = "axis",
         .kind = ValueKind::Number,
         .placeholder = "D",
         .help = "combine along this dimension, counted from 1",
         .group = group,
         .subcommands = {"reduce"}},
        {.name = "exclusive",
         .help = "exclude each element from its own result",
         .group = group,
         .subcommands = {"scan", "enumerate"}},
        {.name = "down",
         .help = "reverse order: from the last index, or the largest element, to the first",
         .group = group,
         .subcommands = {"scan", "enumerate", "rank"}},
        {.name = "segments",
         .kind = ValueKind::File,
         .placeholder = "L|FILE",
         .help = "begin anew after every L indices; or an npy file that holds 1 where a segment begins",
         .group = group,
         .subcommands = {"scan", "enumerate"}},
    };
}

std::vector<OptionSpec> shift_data_options() {
    return {{.name = "fill-array",
             .kind = ValueKind::File,
             .placeholder = "FILE",
             .help = "with --edge fill: an array whose elements go to the places that receive none",
             .group = "Options",
             .subcommands = {"shift"}},
            {.name = "memory",
             .kind = ValueKind::Size,
             .placeholder = "SIZE",
             .help = "work from files to files, with this memory for the buffers of all ranks together",
             .group = "Options",
             .subcommands = {"shift"}}};
}

/// `run`: the part of the last run that is written, if not all of it can be.
OptionSpec trace_option(std::vector<std::string> subcommands, std::string_view run = "the last run") {
    return {.name = "trace",
            .kind = ValueKind::File,
            .placeholder = "FILE",
            .help = fmt::format("write who sent what when in {}; FILE.chrome.json for trace viewers", run),
            .group = "Options",
            .subcommands = std::move(subcommands)};
}

std::vector<OptionSpec> run_options() {
    std::string const group = "Options";
    return {
        {.name = "verify", .help = "compare the result with that of a single process", .group = group},
        {.name = "repeat",
         .kind = ValueKind::Number,
         .placeholder = "N",
         .help = "repeat N times and print the shortest, median and longest time",
         .group = group},
        trace_option({"broadcast", "reduce"}, "the last run, of an --algorithm in steps"),
        trace_option({"shift", "send", "get"}),
        trace_option({"halo"}),
        reworded(machine_option({"halo"}), "machine whose rates predict what --trace measures"),
    };
}

} // namespace

CommandTable distcomm_table() {
    CommandTable table;
    table.command = {
        .name = "distcomm",
        .summary = "communicate on distributed arrays, under mpirun",
        .description =
            R"(Runs, times and checks the operations that parallel programs need between redistributions: halo exchanges, shifts, sends
and gets by index, broadcasts, reductions and scans. 'distplan comm' shows what each of them sends.

The array is generated, with values that suit the operation, or read from --in. --out writes the result. Both take
file.h5:/dataset (HDF5), .npy, .raw, or one file for each rank: a directory/ or a .json manifest. By default an HDF5
dataset has the array's name. An output appears under its name only when it is complete. With --verify, which
compares the result with that of a single process, it appears only if the result is right.

To compare data that were read from a file, every rank holds the whole file in memory.)",
        .examples = {{"mpirun -n 4 distcomm halo jacobi.hpf --stencil 5 --verify",
                      "Exchange the neighbours of a five-point stencil."},
                     {"mpirun -n 4 distcomm reduce geoid.hpf --op max --verify", "Find the largest element, on every rank."},
                     {"mpirun -n 8 distcomm broadcast fft2d.hpf --repeat 9", "Send one rank's part to all ranks."}},
    };
    for (CommSubcommand const& each : comm_subcommands()) table.subcommands.push_back(each.invocation);
    std::vector<std::string> const masked{"halo", "shift", "send", "get", "reduce", "scan", "enumerate", "rank", "spread"};
    std::vector<OptionSpec> const groups[]{one_array_options(),
                                           halo_options({"halo"}),
                                           {add_option({"halo"})},
                                           shift_options({"shift"}),
                                           index_options({"send", "get"}),
                                           {values_option({"send"})},
                                           combining_options(),
                                           axis_options(),
                                           axes_options({"spread"}),
                                           {where_option(masked), mask_option(masked)},
                                           file_data_options(),
                                           shift_data_options(),
                                           run_options(),
                                           {json_option(), quiet_option(), any_size_option()}};
    for (auto const& options : groups) std::ranges::copy(options, std::back_inserter(table.options));
    return table;
}

} // namespace tessera::cli
