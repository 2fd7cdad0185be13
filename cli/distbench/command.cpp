// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distbench: its subcommands.
#include "cli/distbench/command.hpp"

#include "cli/common/tool.hpp"
#include "cli/distbench/subcommands.hpp"

#include <cassert>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace tessera::cli {
namespace {

constexpr std::pair<std::string_view, Result<ExitCode> (*)(Tool const&)> bodies[]{
    {"table", distbench_print_table},
};

Result<ExitCode> run_subcommand(Tool const& tool) {
    for (auto const& [name, body] : bodies)
        if (name == tool.arguments.subcommand()) return body(tool);
    assert(false && "a subcommand of the table without a body");
    std::abort();
}

} // namespace

int distbench(int argc, char const* const* argv) {
    return run_tool(argc, argv, distbench_table(), run_subcommand);
}

} // namespace tessera::cli
