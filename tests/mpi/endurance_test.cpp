// SPDX-License-Identifier: BSD-3-Clause
// Tessera: plans executed very many times, and made very many times, in memory that does not grow; two threads at once.
#include "libcore/runtime/memory/resident_memory.hpp"
#include "libcore/runtime/move/distributed_array.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "libcore/runtime/mpi/request_set.hpp"
#include "tests/suite/suite.hpp"

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

using namespace tessera;

namespace {

constexpr Index extent = 24;
constexpr Index slack = Index{1} << 20; // bytes that a process may grow by: what MPI and the allocator make once and keep

Mapping dealt(DistFormat format, int ranks) {
    MappingSpec spec;
    spec.array.type = {"float64", 8};
    spec.array.extents = {extent, extent};
    spec.array.lower = {1, 1};
    spec.formats = {format, DistFormat::collapsed()};
    spec.processors.lower = {1};
    spec.processors.extents = {ranks};
    return Mapping::make(spec).value();
}

/// A small matrix, moved over and over.
class SmallMove {
  public:
    explicit SmallMove(MPI_Comm comm) : comm_(comm) {
        MPI_Comm_size(comm, &ranks_);
        int rank = 0;
        MPI_Comm_rank(comm, &rank);
        layouts_ = RankLayouts::standard(plan_of(ranks_).plans(), rank);
        source_.resize(as_size(layouts_.sources[0] ? layouts_.sources[0]->allocation_size() : 0));
        target_.resize(as_size(layouts_.targets[0] ? layouts_.targets[0]->allocation_size() : 0));
        if (layouts_.sources[0]) number(*layouts_.sources[0], source_);
    }
    [[nodiscard]] static MultiPlan plan_of(int ranks) {
        auto const plan = RedistPlan::make(dealt(DistFormat::block(), ranks), dealt(DistFormat::cyclic(1), ranks)).value();
        return MultiPlan::make({plan}).value();
    }
    [[nodiscard]] Redistributor made(Transport transport) const {
        RedistributorOptions options;
        options.transport = transport;
        return Redistributor::make(plan_of(ranks_), comm_, options).value();
    }
    void execute(Redistributor& move) { move.execute(source_.data(), target_.data()); }
    [[nodiscard]] bool arrived() {
        std::vector<double> expected(target_.size());
        if (layouts_.targets[0]) number(*layouts_.targets[0], expected);
        bool const same = target_ == expected;
        std::fill(target_.begin(), target_.end(), -1.0);
        return same;
    }

  private:
    static void number(LocalLayout const& layout, std::vector<double>& local) {
        layout.owned().for_each([&](std::span<Index const> index) {
            local[as_size(layout.offset(layout.global_to_local(index).value()))] =
                static_cast<double>(index[0] * extent + index[1]);
        });
    }

    MPI_Comm comm_;
    int ranks_ = 1;
    RankLayouts layouts_;
    std::vector<double> source_;
    std::vector<double> target_;
};

bool stays_small(std::string const& what, ResidentMemory const& memory) {
    if (memory.growth() <= slack) return true;
    std::fprintf(stderr, "%s: the process grew by %ld bytes\n", what.c_str(), static_cast<long>(memory.growth()));
    return false;
}

bool executes_without_growth(SmallMove& move, int times) {
    bool good = true;
    for (std::string_view const name : transport_names()) {
        Redistributor redistributor = move.made(transport_named(name).value());
        for (int i = 0; i < times / 20; ++i) move.execute(redistributor);
        ResidentMemory const memory;
        for (int i = 0; i < times; ++i) move.execute(redistributor);
        good = stays_small(std::string(name) + ", executed", memory) && move.arrived() && good;
    }
    return good;
}

bool is_made_without_growth(SmallMove& move, int times) {
    bool good = true;
    for (std::string_view const name : transport_names()) {
        auto const once = [&] {
            Redistributor redistributor = move.made(transport_named(name).value());
            move.execute(redistributor);
        };
        for (int i = 0; i < times / 20; ++i) once();
        ResidentMemory const memory;
        for (int i = 0; i < times; ++i) once();
        good = stays_small(std::string(name) + ", made", memory) && move.arrived() && good;
    }
    return good;
}

/// A set that is waited for as a whole numbers its requests from 0 again: it does not keep those that are done.
bool request_sets_start_over(MPI_Comm comm) {
    Communicator const own = Communicator::duplicate(comm);
    std::byte sent{};
    std::byte received{};
    ByteBlock const one(1);
    RequestSet requests;
    for (int round = 0; round < 3; ++round) {
        if (requests.receive(own, own.rank(), &received, one) != 0 || requests.send(own, own.rank(), &sent, one) != 1) return false;
        requests.wait_all();
    }
    return true;
}

/// Each thread on a communicator of its own.
bool two_threads_move(int times) {
    int given = MPI_THREAD_SINGLE;
    MPI_Query_thread(&given);
    if (given < MPI_THREAD_MULTIPLE) {
        std::puts("skipped: this MPI gives no MPI_THREAD_MULTIPLE");
        return true;
    }
    bool good[2] = {false, false};
    MPI_Comm comms[2];
    for (MPI_Comm& comm : comms) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    auto const work = [&](int number) {
        SmallMove move(comms[number]);
        good[number] = true;
        for (std::string_view const name : transport_names()) {
            Redistributor redistributor = move.made(transport_named(name).value());
            for (int i = 0; i < times; ++i) {
                move.execute(redistributor);
                good[number] = move.arrived() && good[number];
            }
        }
    };
    std::thread other(work, 1);
    work(0);
    other.join();
    for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
    return good[0] && good[1];
}

} // namespace

/// Usage: endurance_test executions|plans|threads TIMES. MPI is started by the test, as Environment asks for no more than one
/// thread at a time in MPI.
TEST_PROGRAM(int argc, char** argv) {
    int given = MPI_THREAD_SINGLE;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &given);
    std::string const what = argc > 1 ? argv[1] : "";
    int const times = argc > 2 ? std::atoi(argv[2]) : 1000;
    bool good = false;
    {
        SmallMove move(MPI_COMM_WORLD);
        if (what == "executions") good = request_sets_start_over(MPI_COMM_WORLD) && executes_without_growth(move, times);
        if (what == "plans") good = is_made_without_growth(move, times);
        if (what == "threads") good = two_threads_move(times);
    }
    int const mine = good ? 1 : 0;
    int all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    MPI_Finalize();
    return all == 1 ? 0 : 1;
}
