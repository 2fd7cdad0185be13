// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the main function of commands that run under mpirun.
#include "cli/common/mpi_tool.hpp"

#include "libcore/base/size_text.hpp"
#include "libcore/base/try.hpp"
#include "libcore/files/store/library_exit.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "libcore/runtime/mpi/rank_watch.hpp"

#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <optional>

namespace tessera::cli {
namespace {

using Seconds = RankWatch::Seconds;

constexpr Seconds default_timeout{30};
constexpr Seconds between_ranks{2};
constexpr int most_turns = 8;

/// Returns how long a rank waits for a sign of life from another: $TESSERA_PATIENCE in whole seconds; 0 means forever.
Result<Seconds> timeout() {
    char const* const text = std::getenv("TESSERA_PATIENCE");
    if (text == nullptr) return default_timeout;
    constexpr Index longest = 1'000'000'000; // 31 years; clocks count nanoseconds in 64 bits
    auto const seconds = parse_number(text);
    if (!seconds || *seconds > longest)
        return fail(fmt::format("TESSERA_PATIENCE={}: expected whole seconds up to {} (0: wait for ever)", text, longest));
    return Seconds(static_cast<double>(*seconds));
}

/// Ends the job if another rank or the network is lost. Ranks give up one after another, so that usually only one reports.
std::optional<RankWatch> watch_ranks(std::string const& tool, Communicator const& world, Seconds wait) {
    if (world.size() < 2 || wait <= Seconds(0)) return std::nullopt;
    require_thread_support("watching other ranks");
    auto const give_up = [tool, rank = world.rank()](RankWatch::Loss const& loss) {
        fmt::print(stderr, "{}: rank {}{}{}: {}\n", tool, rank, loss.here.empty() ? "" : " at ", loss.here, loss.what);
        Environment::abort(static_cast<int>(ExitCode::RankLost));
    };
    return std::make_optional<RankWatch>(world, wait + between_ranks * (world.rank() % most_turns), give_up);
}

/// Error: the launcher started several tasks, but MPI has one rank. Then each task would do all the work.
Result<void> check_not_alone(Communicator const& world) {
    for (char const* const variable : {"SLURM_STEP_NUM_TASKS", "PMI_SIZE", "OMPI_COMM_WORLD_SIZE"}) {
        char const* const text = std::getenv(variable);
        auto const tasks = text != nullptr ? parse_number(text) : fail("");
        if (tasks && *tasks > 1 && world.size() == 1)
            return fail(
                fmt::format("{} says that {} tasks were started, but MPI has 1 rank: the launcher and this MPI do not know each "
                            "other; srun --mpi=pmix or this MPI's own mpirun does",
                            variable, *tasks));
    }
    return {};
}

} // namespace

int run_mpi_tool(int argc, char** argv, CommandTable table, MpiToolBody const& body) {
    table.under_mpi = true;
    skip_writes_at_exit();
    Environment const environment(argc, argv);
    Communicator const world = Communicator::world();
    auto const wait = timeout();
    auto const watch = watch_ranks(table.command.name, world, wait.value_or(default_timeout));
    ToolHooks const hooks{
        .speaks = world.rank() == 0,
        .failure_prefix = world.size() > 1 ? fmt::format("rank {}: ", world.rank()) : "",
        .after_failure = [](ExitCode code) { Environment::abort(static_cast<int>(code)); },
    };
    ToolBody const agreed = [&](Tool const& tool) -> Result<ExitCode> {
        TRY(wait);
        TRY(check_not_alone(world));
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
