// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distbench's table: its subcommands, options and examples.
#include "cli/common/shared_options.hpp"
#include "cli/distbench/command.hpp"

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

} // namespace

CommandTable distbench_table() {
    CommandTable table;
    table.command = {
        .name = "distbench",
        .summary = "predictions beside measurements",
        .description = "Prints the published tables that Tessera's models of networks and machines are held against.",
        .examples = {{"distbench table", "Which tables are there?"},
                     {"distbench table thakur-4.10", "Indirect pairwise exchange on the Delta."},
                     {"distbench table gen-bound", "A formula for link loads beside the loads."}},
    };
    table.subcommands = {table_invocation()};
    table.options = {json_option({"table"})};
    return table;
}

} // namespace tessera::cli
