// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the frame around a command that runs under mpirun.
#include "cli/common/mpi_tool.hpp"

#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/environment.hpp"

#include <fmt/format.h>

namespace tessera::cli {

int run_mpi_tool(int argc, char** argv, CommandTable const& table, MpiToolBody const& body) {
    Environment const environment(argc, argv);
    Comm const world = Comm::world();
    ToolHooks const hooks{
        .speaks = world.rank() == 0,
        .failure_prefix = world.size() > 1 ? fmt::format("rank {}: ", world.rank()) : "",
        .after_failure = [](ExitCode code) { Environment::abort(static_cast<int>(code)); },
    };
    ToolBody const agreed = [&](Tool const& tool) -> Result<ExitCode> {
        try {
            return body(tool, world);
        } catch (AgreedFailure const& failure) {
            if (world.rank() == 0) tool.messages.error(failure.what());
            return ExitCode::Failed;
        }
    };
    int const code = run_tool(argc, argv, table, agreed, hooks);
    Environment::end_job(code);
    return code;
}

} // namespace tessera::cli
