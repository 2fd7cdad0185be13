// SPDX-License-Identifier: BSD-3-Clause
// Tessera: all algorithms run as an MPI program on a simulated network, and the regret of `auto`. Compiled by smpicxx, run by
// smpi_race.sh: smpi_race TOPOLOGY LINK-RATE BYTES...
//
// What messages cost there is measured first, as distbench profile does, so that `auto` knows the machine it chooses for.
#include "libcore/network/choice.hpp"
#include "libcore/network/cost.hpp"
#include "libcore/network/grid.hpp"
#include "libcore/network/protocol_fit.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <mpi.h>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace tessera;

int world_rank = 0;
int world_size = 0;

template <class T>
T value_or_abort(Result<T> result) {
    if (result) return std::move(*result);
    std::fprintf(stderr, "%s\n", result.error().message.c_str());
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    std::abort();
}

double slowest(double seconds) {
    double most = 0;
    MPI_Allreduce(&seconds, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return most;
}

/// Transfers of this rank, by step. Only lengths travel: simulated time does not depend on what is in a message.
struct OwnSteps {
    struct Step {
        std::vector<Transfer> sends;
        std::vector<Transfer> receives;
    };
    std::vector<Step> steps;
    Index longest = 0;

    explicit OwnSteps(Schedule const& schedule) {
        for (int i = 0; i < schedule.steps(); ++i) {
            Step step;
            schedule.for_each_transfer(i, [&](Transfer const& transfer) {
                if (transfer.from == world_rank) step.sends.push_back(transfer);
                if (transfer.to == world_rank) step.receives.push_back(transfer);
                longest = std::max(longest, transfer.bytes);
            });
            steps.push_back(std::move(step));
        }
    }

    [[nodiscard]] double run() const {
        std::vector<char> outgoing(static_cast<std::size_t>(longest));
        std::vector<char> incoming(static_cast<std::size_t>(longest));
        std::vector<MPI_Request> requests;
        MPI_Barrier(MPI_COMM_WORLD);
        double const start = MPI_Wtime();
        for (Step const& step : steps) {
            requests.clear();
            for (Transfer const& each : step.receives)
                MPI_Irecv(incoming.data(), static_cast<int>(each.bytes), MPI_CHAR, each.from, 0, MPI_COMM_WORLD,
                          &requests.emplace_back());
            for (Transfer const& each : step.sends)
                MPI_Isend(outgoing.data(), static_cast<int>(each.bytes), MPI_CHAR, each.to, 0, MPI_COMM_WORLD,
                          &requests.emplace_back());
            MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
        }
        return slowest(MPI_Wtime() - start);
    }
};

double exchange(int to, int from, Index bytes) {
    std::vector<char> data(2 * static_cast<std::size_t>(bytes));
    MPI_Barrier(MPI_COMM_WORLD);
    double const start = MPI_Wtime();
    MPI_Sendrecv(data.data(), static_cast<int>(bytes), MPI_CHAR, to, 0, data.data() + bytes, static_cast<int>(bytes), MPI_CHAR,
                 from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return slowest(MPI_Wtime() - start);
}

Machine measured_machine(double link_rate) {
    PortTimes times;
    int const pair = (world_rank ^ 1) < world_size ? world_rank ^ 1 : MPI_PROC_NULL;
    int const next = (world_rank + 1) % world_size;
    int const previous = (world_rank + world_size - 1) % world_size;
    bool const ends = world_rank < 2;
    for (Index bytes = 8; bytes <= Index{1} << 20; bytes *= 2) {
        times.exchange.push_back({bytes, exchange(pair, pair, bytes)});
        times.send_receive.push_back({bytes, exchange(next, previous, bytes)});
        times.single.push_back(
            {bytes, exchange(ends && world_rank == 0 ? 1 : MPI_PROC_NULL, ends && world_rank == 1 ? 0 : MPI_PROC_NULL, bytes)});
    }
    Machine machine;
    machine.name = "simulated";
    machine.protocols = fit_protocols(times).protocols;
    for (Protocol& protocol : machine.protocols) protocol.beta_sat = 1 / link_rate;
    return machine;
}

struct Runner {
    std::string algorithm;
    double predicted = 0;
    double observed = 0;
};

void race(Topology const& network, Machine const& machine, Index bytes) {
    auto const messages = value_or_abort(MessageSet::all_to_all(world_size, bytes));
    auto const placement = Placement::row_major(world_size);
    auto const choice = value_or_abort(choose_algorithm(messages, Site::borrowed(network, placement, &machine)));
    std::vector<Runner> runners;
    for (AlgorithmInfo const& info : algorithms()) {
        auto const schedule = make_schedule(info.name, messages, mesh_shape(network));
        if (!schedule) continue;
        auto const cost = cost_of(**schedule, network, placement, &machine);
        runners.push_back({std::string(info.name), cost ? cost->time().value_or(0) : 0, OwnSteps(**schedule).run()});
    }
    if (world_rank != 0) return;
    std::ranges::sort(runners, {}, &Runner::observed);
    auto const chosen = std::ranges::find(runners, choice.algorithm, &Runner::algorithm);
    auto const in_steps = std::ranges::find_if(runners, [](Runner const& each) { return each.algorithm != "unscheduled"; });
    auto const regret = [&](Runner const& best) { return chosen->observed / best.observed; };
    std::printf("%-14s %8lld B   auto: %-14s %10.1f us (predicted %10.1f)   fastest: %-14s %10.1f us   regret %.2f; of those in "
                "steps: %-14s regret %.2f\n",
                network.name().c_str(), static_cast<long long>(bytes), chosen->algorithm.c_str(), chosen->observed * 1e6,
                chosen->predicted * 1e6, runners.front().algorithm.c_str(), runners.front().observed * 1e6, regret(runners.front()),
                in_steps->algorithm.c_str(), regret(*in_steps));
}

} // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world_size);
    std::span<char*> const arguments(argv, static_cast<std::size_t>(argc));
    auto const network = value_or_abort(make_topology(arguments[1]));
    auto const machine = measured_machine(std::atof(arguments[2]));
    for (char const* const bytes : arguments.subspan(3)) race(*network, machine, std::atoll(bytes));
    MPI_Finalize();
    return EXIT_SUCCESS;
}
