// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Thakur's tables 6.1 to 6.6 carried out: what each method asks of the disk, and how long that takes.
//
// Usage: local-mpirun -n 16 env LD_PRELOAD=libio_shim.so IO_SHIM_PREFIX=/ sections_bench [TABLE|all] [LATENCY_US] [BUFFER_COLUMNS]
//
// Requests are counted by the shim. Times are the slowest rank's, in milliseconds: with the file in the page cache, and with a
// fixed latency per request, where ranks wait at the same time (each has a disk of its own, as on the Delta). What would wait for
// more than a minute is not run; its time is then the latency of its requests alone, marked "~".
#include "libcore/files/access/plan_transfer.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/clock.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/bench/thakur_sections.hpp"
#include "tests/mpi/scratch_folder.hpp"
#include "tests/shim/client.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <mpi.h>
#include <stdexcept>
#include <string>
#include <vector>

using namespace tessera;
using namespace tessera::bench;

namespace {

constexpr int methods = 4;
constexpr std::array<char const*, methods> names{"direct", "sieve", "static", "dynamic"};
constexpr double longest = 10; // s
constexpr double even = 1.1;   // times of plans with the same requests differ by less

struct Job {
    Communicator const& world;
    FileChannel& file;
    FileLayout layout;
    long long latency_us;
    long long byte_ns;
    Index buffer; // bytes
};

/// What one method needs for one row.
struct Cost {
    Index requests = 0; // of all ranks
    double cached = 0;  // s
    double slow = 0;    // s, with latency
    bool estimated = false;
};

IoSettings settings_of(int method, Job const& job) {
    IoSettings settings;
    settings.access = method == 0 ? Access::Direct : method == 1 ? Access::Sieve : Access::TwoPhase;
    settings.sieve.buffer_bytes = job.buffer;
    settings.domains.kind = method == 2 ? DomainKind::Static : DomainKind::Dynamic;
    settings.domains.aggregators = job.world.size();
    return settings;
}

std::shared_ptr<Fad const> fad_of(SectionRow const& row, Job const& job) {
    std::vector<RankSection> sections;
    for (Rank p = 0; p < job.world.size(); ++p) sections.push_back({p, section_of(row, p, job.world.size())});
    return std::make_shared<Fad const>(job.layout, std::move(sections));
}

/// One run of a plan: reads into `memory`, or writes what is in it.
class Transfer {
  public:
    Transfer(Job const& job, IoPlan const& plan, BoxSet const& section)
        : job_(job), plan_(plan), place_(ElementLocation::packed(section, std::array{0, 1}, 4)), section_(section),
          memory_(static_cast<std::size_t>(section.count())) {
        std::size_t k = 0;
        if (plan.direction() == IoDirection::Write) for_each_value([&](std::uint32_t value) { memory_[k++] = value; });
    }

    [[nodiscard]] double seconds() {
        auto* const bytes = reinterpret_cast<std::byte*>(memory_.data());
        MemoryAccount account(Index{1} << 40);
        job_.world.barrier();
        double const begin = seconds_now();
        if (plan_.direction() == IoDirection::Read)
            read_planned(job_.world, job_.file, plan_, place_, bytes, account);
        else
            write_planned(job_.world, job_.file, plan_, place_, bytes, account);
        return slowest(job_.world, seconds_now() - begin);
    }

    /// Every element is its own number.
    void check() const {
        all_or_none(job_.world, [&] {
            std::size_t k = 0;
            for_each_value([&](std::uint32_t value) {
                if (memory_[k++] != value) throw std::runtime_error("an element is not what it should be");
            });
        });
    }

  private:
    template <class Visit>
    void for_each_value(Visit const& visit) const {
        BoxSet({section_.dims()[1], section_.dims()[0]}).for_each([&](std::span<Index const> index) {
            visit(static_cast<std::uint32_t>(index[0] * extent + index[1]));
        });
    }

    Job const& job_;
    IoPlan const& plan_;
    ElementLocation place_;
    BoxSet const& section_;
    std::vector<std::uint32_t> memory_;
};

Index counted_requests(Communicator const& world) {
    IoTotals const mine = shim::counted();
    Index const requests = mine.requests();
    Index all = 0;
    MPI_Allreduce(&requests, &all, 1, MPI_INT64_T, MPI_SUM, world.handle());
    return all;
}

/// The time of the disk alone, s: of the rank with the most to do, or of all where they come one after the other.
double disk_time(Job const& job, IoPlan const& plan) {
    auto const time = [&](IoTotals const& totals) {
        return static_cast<double>(totals.requests() * job.latency_us) * 1e-6 +
               static_cast<double>(totals.bytes() * job.byte_ns) * 1e-9;
    };
    if (plan.has_races() && plan.direction() == IoDirection::Write) return time(plan.totals());
    double most = 0;
    for (RankTotals const& rank : plan.ranks()) most = std::max(most, time(rank.totals));
    return most;
}

Cost measure(Job const& job, IoPlan const& plan, BoxSet const& section) {
    Transfer run(job, plan, section);
    Cost cost;
    Index const before = counted_requests(job.world);
    double const first = run.seconds();
    cost.requests = counted_requests(job.world) - before;
    if (cost.requests != plan.totals().requests()) throw std::runtime_error("the requests are not those of the plan");
    run.check();
    std::vector<double> times;
    int const repetitions = first > 1 ? 1 : 5;
    for (int i = 0; i < repetitions; ++i) times.push_back(run.seconds());
    std::ranges::sort(times);
    cost.cached = times[times.size() / 2];
    cost.slow = disk_time(job, plan);
    cost.estimated = cost.slow > longest;
    if (cost.estimated) return cost;
    int const rounds = cost.slow > 1 ? 1 : 5;
    cost.slow = longest * 2;
    shim::set_speed(job.latency_us, job.byte_ns);
    for (int i = 0; i < rounds; ++i) cost.slow = std::min(cost.slow, run.seconds());
    shim::set_speed(0);
    return cost;
}

void print(SectionRow const& row, std::array<Cost, methods> const& costs, bool paper) {
    std::printf("%-5s%-39s", row.name.c_str(), row.section.c_str());
    for (Cost const& cost : costs) std::printf(" %8lld", static_cast<long long>(cost.requests));
    std::printf("  ");
    for (Cost const& cost : costs) std::printf(" %8.1f", cost.cached * 1e3);
    std::printf("  ");
    for (Cost const& cost : costs) std::printf(" %s%9.1f", cost.estimated ? "~" : " ", cost.slow * 1e3);
    double best = costs[0].slow;
    for (Cost const& cost : costs) best = std::min(best, cost.slow);
    double const ratio = costs[methods - 1].slow / best;
    std::printf("   %-4s", ratio <= 1 ? "yes" : ratio <= even ? "even" : "no");
    if (paper) std::printf(" %8.3f %8.3f %8.3f", row.direct, row.fixed, row.dynamic);
    std::printf("\n");
    std::fflush(stdout);
}

void run_table(Job const& job, SectionTable const& table) {
    bool const first = job.world.rank() == 0;
    if (first) std::printf("\nTable %s, %s, %d ranks\n", table.name.c_str(), table.title.c_str(), job.world.size());
    for (SectionRow const& row : table.rows) {
        std::array<Cost, methods> costs;
        auto const fad = fad_of(row, job);
        BoxSet const section = section_of(row, job.world.rank(), job.world.size());
        for (int method = 0; method < methods; ++method) {
            IoPlan const plan = IoPlan::make(fad, table.direction, settings_of(method, job)).value();
            costs[static_cast<std::size_t>(method)] = measure(job, plan, section);
        }
        if (first) print(row, costs, job.world.size() == 16);
    }
}

void fill(Communicator const& world, FileChannel& file) {
    file.resize(extent * extent * 4);
    std::vector<std::uint32_t> column(extent);
    for (Index j = world.rank(); j < extent; j += world.size()) {
        for (Index i = 0; i < extent; ++i) column[static_cast<std::size_t>(i)] = static_cast<std::uint32_t>(j * extent + i);
        file.write_at(j * extent * 4, std::as_bytes(std::span(column)));
    }
    world.barrier();
}

} // namespace

int main(int argc, char** argv) {
    Environment const environment(argc, argv);
    Communicator const world = Communicator::world();
    if (!shim::is_loaded()) {
        if (world.rank() == 0) std::fputs("run it under the shim: see the head of sections_bench.cpp\n", stderr);
        return 2;
    }
    std::string const wanted = argc > 1 ? argv[1] : "all";
    auto const number = [&](int i, long long otherwise) { return argc > i ? std::atoll(argv[i]) : otherwise; };
    long long const columns = number(4, 16);
    oracle::ScratchFolder const folder("sections-bench");
    auto const file = FileChannel::open(world, folder.path("array"), FileUse::Create);
    fill(world, *file);
    FileLayout const layout = FileLayout::make({{extent, extent}, {0, 1}, {extent, extent}}, 4).value();
    Job const job{world, *file, layout, number(2, 10000), number(3, 0), columns * extent * 4};
    if (world.rank() == 0) {
        std::printf("4096 x 4096 float32, column-major; buffer of %lld columns; slow disk: %lld us per request, %lld ns per byte\n",
                    columns, job.latency_us, job.byte_ns);
        std::printf("columns: requests; ms from the page cache; ms from the slow disk; each of");
        for (char const* name : names) std::printf(" %s", name);
        std::printf("; is dynamic the fastest on the slow disk?; the paper's seconds: direct, static, dynamic\n");
    }
    for (SectionTable const& table : section_tables())
        if (wanted == "all" || wanted == table.name) run_table(job, table);
    file->close();
    return 0;
}
