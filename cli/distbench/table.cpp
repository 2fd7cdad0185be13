// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distbench's table: its subcommands, options and examples.
#include "cli/common/shared_options.hpp"
#include "cli/distbench/command.hpp"

#include <utility>

namespace tessera::cli {
namespace {

Invocation table_invocation() {
    return {
        .name = "table",
        .arguments = "[NAME]",
        .max_arguments = 1,
        .summary = "a published table: its numbers beside ours",
        .description =
            "thakur-4.4 to thakur-4.10 are the times of an all-to-all on meshes of the Intel Touchstone Delta, for PEX, PEX-GEN, "
            "PEX-GEN-SHIFT, GEN (two tables), REX and IPEX. Each measured time stands above the one predicted with the paper's "
            "costs and with exact link loads, and above their ratio. Nothing is fitted to the tables.\n\n"
            "pex-bound and gen-bound compare the paper's formulas for the busiest link with the exact loads: PEX's formula is "
            "exact "
            "in every step, GEN's is an upper bound.\n\n"
            "Without a name the tables are listed.",
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
            "copies in "
            "memory. Where there are several nodes all ranks of one exchange with those of another, which tells what a full link "
            "costs. What cannot be seen, such as the links of a network from a single node, is left out, and said.\n\n"
            "FILE is a profile for --machine of distplan and redist.",
        .examples = {{"mpirun -n 4 distbench profile", "What do messages cost here?"},
                     {"mpirun -n 4 distbench profile here.json --name lab", "A profile for --machine."},
                     {"mpirun -n 2 distbench profile --seconds 20 --json", "More careful, as JSON."}},
    };
}

std::vector<OptionSpec> profile_options() {
    std::string const group = "Options";
    return {
        {.name = "name",
         .kind = ValueKind::Text,
         .placeholder = "TEXT",
         .help = "what the machine is called in the profile",
         .group = group,
         .subcommands = {"profile"}},
        {.name = "seconds",
         .kind = ValueKind::Number,
         .placeholder = "N",
         .help = "how long it may measure, about; 3",
         .group = group,
         .subcommands = {"profile"}},
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
                     {"distbench table thakur-4.10", "Indirect pairwise exchange on the Delta."},
                     {"distbench table gen-bound", "A formula for link loads beside the loads."}},
    };
    table.subcommands = {table_invocation(), profile_invocation()};
    table.options = profile_options();
    for (OptionSpec& option : std::vector{json_option(), force_option({"profile"}), progress_option({"profile"}), quiet_option()})
        table.options.push_back(std::move(option));
    return table;
}

} // namespace tessera::cli
