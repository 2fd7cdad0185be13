// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan: its subcommands.
#include "cli/distplan/command.hpp"

#include "cli/common/tool.hpp"
#include "cli/distplan/subcommands.hpp"

#include <cassert>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace tessera::cli {
namespace {

constexpr std::pair<std::string_view, Result<ExitCode> (*)(Tool const&)> bodies[]{
    {"owner", distplan_owner},     {"map", distplan_map},         {"redist", distplan_redist},   {"schedule", distplan_schedule},
    {"channel", distplan_channel}, {"comm", distplan_comm},       {"io", distplan_io},           {"draw", distplan_draw},
    {"region", distplan_region},   {"codegen", distplan_codegen}, {"program", distplan_program}, {"advise", distplan_advise},
};

Result<ExitCode> run_subcommand(Tool const& tool) {
    for (auto const& [name, body] : bodies)
        if (name == tool.arguments.subcommand()) return body(tool);
    assert(false && "a subcommand of the table without a body");
    std::abort();
}

} // namespace

int distplan(int argc, char const* const* argv) {
    return run_tool(argc, argv, distplan_table(), run_subcommand);
}

} // namespace tessera::cli
