// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a trial of distbench program sends, counted call by call before MPI gets it, beside what PriceList priced: of each
// phase and each transition of random jobs, messages and bytes.
#include "cli/distbench/trial_parts.hpp"
#include "libcore/comm/collectives/collective_schedule.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "libcore/schedule/algorithm.hpp"
#include "libcore/spec/parse.hpp"
#include "tests/suite/suite.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <memory>
#include <mpi.h>
#include <random>
#include <string>
#include <tuple>

using namespace tessera;

namespace {

using CollectiveCall = std::tuple<CollectiveKind, int, Index>; // ranks, bytes

/// Of this rank, while it counts.
struct CountedCalls {
    bool on = false;
    Index messages = 0;
    Index bytes = 0;
    std::map<CollectiveCall, Index> collectives{};
    std::map<MPI_Request, Index> prepared{}; // bytes to another rank

    void sent(Index length) {
        if (on) ++messages, bytes += length;
    }
};
CountedCalls counted;

Index length_of(int count, MPI_Datatype type) {
    int size = 0;
    PMPI_Type_size(type, &size);
    return Index{count} * size;
}

bool is_other(int rank, MPI_Comm comm) {
    int mine = 0;
    PMPI_Comm_rank(comm, &mine);
    return rank != mine && rank != MPI_PROC_NULL;
}

void called(CollectiveKind kind, Index bytes, MPI_Comm comm) {
    int ranks = 1;
    PMPI_Comm_size(comm, &ranks);
    if (counted.on) ++counted.collectives[{kind, ranks, bytes}];
}

} // namespace

// These stand before the MPI library's own.
extern "C" int MPI_Isend(void const* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request) {
    if (is_other(to, comm)) counted.sent(length_of(count, type));
    return PMPI_Isend(data, count, type, to, tag, comm, request);
}
extern "C" int MPI_Send_init(void const* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request) {
    int const code = PMPI_Send_init(data, count, type, to, tag, comm, request);
    if (is_other(to, comm)) counted.prepared[*request] = length_of(count, type);
    return code;
}
extern "C" int MPI_Start(MPI_Request* request) {
    if (auto const known = counted.prepared.find(*request); known != counted.prepared.end()) counted.sent(known->second);
    return PMPI_Start(request);
}
extern "C" int MPI_Request_free(MPI_Request* request) {
    counted.prepared.erase(*request);
    return PMPI_Request_free(request);
}
extern "C" int MPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
    called(CollectiveKind::Broadcast, length_of(count, type), comm);
    return PMPI_Bcast(data, count, type, root, comm);
}
extern "C" int MPI_Allreduce(void const* from, void* to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
    called(CollectiveKind::Reduce, length_of(count, type), comm);
    return PMPI_Allreduce(from, to, count, type, op, comm);
}

namespace {

std::mt19937 draws(20); // NOLINT(bugprone-random-generator-seed): all ranks draw the same, every time

int drawn(int below) {
    return static_cast<int>(draws() % static_cast<unsigned>(below));
}

template <std::size_t n>
std::string one_of(std::array<char const*, n> const& texts) {
    return texts[static_cast<std::size_t>(drawn(static_cast<int>(n)))];
}

/// "(cyclic,*) onto P", of a line P or a grid Q of as many ranks.
std::string random_distribution() {
    std::array const formats{"block", "cyclic", "cyclic(2)"};
    switch (drawn(3)) {
    case 0:
        return "(" + one_of(formats) + ",*) onto P";
    case 1:
        return "(*," + one_of(formats) + ") onto P";
    default:
        return "(" + one_of(formats) + "," + one_of(formats) + ") onto Q";
    }
}

std::string random_phase(int number) {
    std::string text = "!dist$ phase p" + std::to_string(number) + ": on U(i,j)";
    if (drawn(3) == 0) text += " updates U reads V with U";
    if (drawn(2) == 0)
        text +=
            " halo U(" + std::to_string(1 + drawn(2)) + "," + std::to_string(drawn(3)) + ")" + (drawn(2) == 0 ? " corners" : "");
    if (drawn(2) == 0) text += " reduce U" + one_of(std::array{"(+,:)", "(:,+)", "(+,+)"});
    if (drawn(3) == 0) text += " spread U" + one_of(std::array{"(+,:)", "(:,+)"});
    if (drawn(4) == 0 && text.find("V with") != std::string::npos) text += " spread V" + one_of(std::array{"(+,:)", "(:,+)"});
    return text + " repeat " + std::to_string(1 + drawn(3)) + "\n";
}

/// On all ranks, or on some; V may be copied along one dimension of the grid.
std::string random_program(int ranks) {
    int const used = 1 + drawn(ranks);
    int const rows = used % 2 == 0 ? 2 : 1;
    std::string const shape = std::to_string(3 + drawn(14)) + "," + std::to_string(3 + drawn(14));
    std::string text = "real*8 U(" + shape + "), V(" + shape + ")\n!hpf$ processors P(" + std::to_string(used) + "), Q(" +
                       std::to_string(rows) + "," + std::to_string(used / rows) + ")\n!hpf$ distribute U" + random_distribution() +
                       "\n";
    bool const copied = drawn(3) == 0;
    if (copied)
        text += "!hpf$ template T(" + shape + ")\n!hpf$ align V(i,j) with T(i,*)\n!hpf$ distribute T(block,block) onto Q\n";
    else
        text += "!hpf$ distribute V" + random_distribution() + "\n";
    bool const loop = drawn(2) == 0;
    if (loop) text += "!dist$ repeat 2\n";
    text += random_phase(1);
    text += "!hpf$ redistribute U" + random_distribution() + "\n";
    if (!copied && drawn(2) == 0) text += "!hpf$ redistribute V" + random_distribution() + "\n";
    text += random_phase(2);
    return text + (loop ? "!dist$ end repeat\n" : "");
}

/// Bytes cost so much that nothing is forwarded: what is sent is what has to move.
SiteOfRanks sites() {
    Machine machine;
    machine.name = "1e-9 + n";
    machine.protocols.push_back({0, 1e-9, 1, 1, 1, 1});
    return [shared = std::make_shared<Machine const>(machine)](int ranks) {
        auto site = Site::of_ranks(ranks);
        if (site) site->machine = shared;
        return site;
    };
}

/// Numbers of messages and bytes, of all ranks.
struct Sent {
    double messages = 0;
    double bytes = 0;

    void add(double times, CollectiveTotals const& totals, Index element_bytes) {
        messages += times * static_cast<double>(totals.messages);
        bytes += times * static_cast<double>(totals.elements_sent * element_bytes);
    }
};

/// MPI keeps to itself how it broadcasts and sums: the cheapest of what it may choose from.
CollectiveTotals cheapest(CollectiveTask const& task) {
    double least = std::numeric_limits<double>::infinity();
    CollectiveTotals best;
    for (CollectiveAlgorithm const& each : collective_algorithms()) {
        if (each.kind != task.kind || each.make == nullptr || each.multicasts || !each.mpi_has_it) continue;
        CollectivePlan const plan = make_collective(each, task);
        double const time = cost_of(plan, task.element_bytes, sites()(task.ranks).value()).value().time;
        if (time < least) least = time, best = totals_of(plan);
    }
    return best;
}

Sent run_counted(cli::TrialParts& parts, std::vector<cli::TrialUse> const& uses) {
    Sent sum;
    for (auto const& [part, times] : uses) {
        counted.messages = counted.bytes = 0;
        counted.collectives.clear();
        PMPI_Barrier(MPI_COMM_WORLD);
        counted.on = true;
        parts.run_once(part);
        counted.on = false;
        sum.messages += static_cast<double>(counted.messages);
        sum.bytes += static_cast<double>(counted.bytes);
        for (auto const& [call, calls] : counted.collectives) {
            auto const [kind, ranks, bytes] = call;
            if (ranks == 1) continue;
            CollectiveTask const task{.kind = kind, .ranks = ranks, .root = 0, .elements = bytes / 8, .element_bytes = 8};
            sum.add(static_cast<double>(calls) / ranks, cheapest(task), 8);
        }
    }
    std::array<double, 2> mine{sum.messages, sum.bytes};
    std::array<double, 2> all{};
    PMPI_Allreduce(mine.data(), all.data(), 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return {all[0], all[1]};
}

/// May a remap at this price send a message in several blocks? The price counts the messages, not their blocks.
bool cuts(Price const& remap) {
    AlgorithmInfo const* const algorithm = find_algorithm(remap.algorithm);
    return algorithm != nullptr && algorithm->cuts;
}

/// 1 where a figure differs, which rank 0 tells.
int differs(std::string const& where, Sent const& sent, Price const& priced, bool blocks, std::string const& job) {
    auto const equal = [](double a, Index b) { return std::abs(a - static_cast<double>(b)) < 1e-6; };
    bool const as_many = equal(sent.messages, priced.messages) || (blocks && sent.messages > static_cast<double>(priced.messages));
    if (as_many && equal(sent.bytes, priced.bytes)) return 0;
    int rank = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        std::fprintf(stderr, "%s: sent %g messages, %g bytes; priced %lld, %lld by %s\n%s\n", where.c_str(), sent.messages,
                     sent.bytes, static_cast<long long>(priced.messages), static_cast<long long>(priced.bytes),
                     priced.algorithm.c_str(), job.c_str());
    return 1;
}

int differences(Communicator const& world, std::string const& text) {
    auto const job = parse_job(text, "random.hpf");
    if (!job) return std::fprintf(stderr, "%s\n%s\n", to_string(job.error()).c_str(), text.c_str()), 1;
    auto const program = PhasedProgram::make(*job);
    if (!program) return std::fprintf(stderr, "%s\n%s\n", to_string(program.error()).c_str(), text.c_str()), 1;
    PriceList prices(sites());
    auto const coster = PhaseCoster::make(*program, prices, 1).value();
    ProgramLayout const layout = own_layout(*program);
    ProgramCost const cost = cost_of(coster, layout).value();
    cli::TrialParts parts(world, coster);
    auto const uses = parts.uses_of(layout, cost).value();
    int wrong = 0;
    for (std::size_t k = 0; k < cost.changes.size(); ++k)
        wrong += differs("change " + std::to_string(k), run_counted(parts, uses.changes[k]), cost.changes[k].price,
                         cuts(cost.changes[k].price), text);
    for (std::size_t k = 0; k < cost.phases.size(); ++k) {
        PhaseCost const& phase = cost.phases[k];
        Price const priced = phase.halo + phase.reduction + phase.spreading + phase.operands;
        wrong += differs("phase " + std::to_string(k + 1), run_counted(parts, uses.phases[k]), priced, cuts(phase.operands), text);
    }
    return wrong;
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    Communicator const world = Communicator::duplicate(MPI_COMM_WORLD);
    int wrong = 0;
    for (int k = 0; k < 60 && wrong < 4; ++k) wrong += differences(world, random_program(world.size()));
    return wrong == 0 ? 0 : 1;
}
