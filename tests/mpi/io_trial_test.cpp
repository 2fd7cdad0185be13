// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distbench io runs every plan of random accesses as planned, and notices a plan that it should not have run.
#include "cli/distbench/io_trial.hpp"
#include "libcore/io/io_task.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "libcore/spec/parse.hpp"
#include "tests/mpi/scratch_folder.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <random>
#include <string>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// Draws jobs with one access each. All ranks draw the same.
class AccessGenerator {
  public:
    explicit AccessGenerator(int ranks) : ranks_(ranks) {}

    std::string job() {
        Index const rows = 1 + below(40);
        Index const columns = 1 + below(40);
        std::string const access = fmt::format("{} A({},{})", below(2) == 0 ? "read" : "write", section(rows), section(columns));
        return fmt::format(
            "      {} A({},{})\n!hpf$ processors P({})\n!hpf$ distribute A({}) onto P\n!dist$ io {}{}{} memory({})\n",
            below(2) == 0 ? "real*8" : "complex*16", rows, columns, ranks_, below(2) == 0 ? "cyclic(3),*" : "*,block", access,
            below(2) == 0 ? " order(row)" : "", below(3) == 0 ? " chunk(7,5)" : "", ranks_ * (64 + 16 * below(200)));
    }

  private:
    Index below(Index bound) { return std::uniform_int_distribution<Index>(0, bound - 1)(engine_); }

    std::string section(Index extent) {
        Index const first = 1 + below(extent);
        Index const last = first + below(extent - first + 1);
        return fmt::format("{}:{}:{}", first, last, 1 + below(3));
    }

    int ranks_;
    std::mt19937_64 engine_{20261128};
};

IoTask task_of(std::string const& text) {
    Job const job = parse_job(text, "random.hpf").value();
    return io_task(job, job.io_statements.front()).value();
}

bool complain(Communicator const& world, std::string const& what, std::string const& job) {
    if (world.rank() == 0) std::fprintf(stderr, "%s\n%s\n", what.c_str(), job.c_str());
    return false;
}

bool runs_as_planned(Communicator const& world, std::string const& folder, std::string const& text) {
    IoTask const task = task_of(text);
    auto const choice = compare_access(task, nullptr);
    if (!choice) return true; // so little memory that no method can work
    cli::IoTrialSettings const settings{.folder = folder, .rounds = 1, .cached = true};
    auto const trial = cli::run_io_trial(world, task, *choice, settings);
    if (!trial) return complain(world, to_string(trial.error()), text);
    for (cli::IoTrialRow const& row : trial->rows)
        if (!row.as_planned || !row.correct)
            return complain(world, row.name + (row.correct ? ": not as planned" : ": wrong"), text);
    return true;
}

/// Runs plans of a file in row order, where the file is in column order.
bool notices_wrong_plans(Communicator const& world, std::string const& folder, std::string const& direction) {
    auto const job = [&](std::string const& order) {
        return fmt::format("      real*8 A(32,32)\n!hpf$ processors P({})\n!hpf$ distribute A(*,block) onto P\n"
                           "!dist$ io {} A(3:20,1:32:2) order({})\n",
                           world.size(), direction, order);
    };
    auto const wrong = compare_access(task_of(job("row")), nullptr).value();
    auto const trial =
        cli::run_io_trial(world, task_of(job("col")), wrong, {.folder = folder, .rounds = 1, .cached = true}).value();
    return std::ranges::none_of(trial.rows, &cli::IoTrialRow::correct) || complain(world, "a wrong plan passed", direction);
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    Communicator const world = Communicator::duplicate(MPI_COMM_WORLD);
    ScratchFolder const scratch("io-trial");
    std::string const folder = scratch.path(".");
    AccessGenerator generator(world.size());
    bool right = true;
    for (int k = 0; k < 60 && right; ++k) right = runs_as_planned(world, folder, generator.job());
    right = right && notices_wrong_plans(world, folder, "read") && notices_wrong_plans(world, folder, "write");
    world.barrier();
    if (scratch.files() != 0) right = complain(world, "a file is left", folder);
    return right ? 0 : 1;
}
