// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the ways in which messages go within a node, by their length and by that of their gapless stretches, interleaved in one
// run. What RedistributorOptions says about both was set by this.
//
// Usage: local-mpirun -n 2 node_bench [REPETITIONS] [FIRST] [LAST] [FACTOR] [STRETCH]: messages of FIRST to LAST bytes and
// stretches of STRETCH and more, each FACTOR times as long as the one before. All are multiples of 8.
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/distributed_array.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/bench/beside.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <vector>

using namespace tessera;
using tessera::bench::Contender;

namespace {

constexpr Index most_times = 10; // in one timing, so that a clock sees short messages, too

/// So many rows to a rank, each of so many bytes for every rank, stored by rows.
struct Exchanged {
    Index rows;
    Index stretch;
    [[nodiscard]] Index message() const { return rows * stretch; }
};

Mapping dealt(Exchanged const& shape, int ranks, bool by_rows) {
    MappingSpec spec;
    spec.array.type = {"float64", 8};
    spec.array.extents = {shape.rows * ranks, shape.stretch / 8 * ranks};
    spec.array.lower = {0, 0};
    spec.array.order = StorageOrder::C;
    spec.formats = {DistFormat::block(), DistFormat::collapsed()};
    if (!by_rows) std::swap(spec.formats[0], spec.formats[1]);
    spec.processors.lower = {0};
    spec.processors.extents = {ranks};
    return Mapping::make(spec).value();
}

RedistributorOptions options_of(Transport transport, std::optional<CrossMemory> cross_memory) {
    RedistributorOptions options;
    options.transport = transport;
    options.cross_memory = cross_memory;
    return options;
}

void print(Exchanged const& shape, std::vector<Contender> const& all, Index times) {
    if (Communicator::world().rank() != 0) return;
    std::printf("%9ld %9ld |", static_cast<long>(shape.message()), static_cast<long>(shape.stretch));
    for (Contender const& each : all) std::printf(" %9.2f", each.median() / static_cast<double>(times) * 1e6);
    std::printf(" |");
    for (Contender const& each : all) std::printf(" %9.2f", std::ranges::min(each.seconds) / static_cast<double>(times) * 1e6);
    std::printf("\n");
    std::fflush(stdout);
}

void measure(Exchanged const& shape, int repetitions) {
    Communicator const world = Communicator::world();
    Mapping const rows = dealt(shape, world.size(), true);
    Mapping const columns = dealt(shape, world.size(), false);
    auto const plan = MultiPlan::make({RedistPlan::make(rows, columns).value()}).value();
    Index const bytes = shape.message() * world.size();
    Buffer from(bytes);
    Buffer expected(bytes);
    Buffer to(bytes);
    auto* const doubles = reinterpret_cast<double*>(from.data());
    std::iota(doubles, doubles + bytes / 8, static_cast<double>(world.rank()) * 1e9);
    auto shared = DistributedArray::make(rows, MPI_COMM_WORLD).value();
    std::memcpy(shared.data(), from.data(), as_size(bytes));
    std::array<DistributedArray const*, 1> const straight_from{&shared};
    std::array<void*, 1> const straight_to{to.data()};
    auto const make = [&](Transport transport, std::optional<CrossMemory> cross_memory) {
        return Redistributor::make(plan, MPI_COMM_WORLD, options_of(transport, cross_memory)).value();
    };
    auto sent = make(Transport::PointToPoint, std::nullopt);
    auto persistent = make(Transport::Persistent, std::nullopt);
    auto gathered = make(Transport::Shared, std::nullopt);
    auto read = make(Transport::Shared, CrossMemory{1, 1});
    auto straight = make(Transport::Shared, std::nullopt);
    sent.execute(from.data(), expected.data());
    Index const times = std::clamp<Index>((Index{1} << 15) / shape.message(), 1, most_times);
    auto const often = [times](auto const& once) {
        return [=] {
            for (Index i = 0; i < times; ++i) once();
        };
    };
    std::vector<Contender> contenders{{"sent", often([&] { sent.execute(from.data(), to.data()); }), &to},
                                      {"persistent", often([&] { persistent.execute(from.data(), to.data()); }), &to},
                                      {"gathered", often([&] { gathered.execute(from.data(), to.data()); }), &to},
                                      {"read", often([&] { read.execute(from.data(), to.data()); }), &to},
                                      {"straight", often([&] { straight.execute(straight_from, straight_to); }), &to}};
    bench::measure(contenders, expected, to, "node_bench", repetitions);
    print(shape, contenders, times);
}

} // namespace

int main(int argc, char** argv) {
    Environment const environment(argc, argv);
    int const repetitions = argc > 1 ? std::atoi(argv[1]) : 11;
    if (Communicator::world().rank() == 0) {
        std::printf(
            "Microseconds of the slowest of %d ranks for one execution of an all-to-all, in loops without a barrier: medians, "
            "then\nthe shortest of %d interleaved rounds.\n\n%9s %9s |",
            Communicator::world().size(), repetitions, "message", "stretch");
        for (int half = 0; half < 2; ++half)
            std::printf(" %9s %9s %9s %9s %9s |", "sent", "persist.", "gathered", "read", "straight");
        std::printf("\n");
    }
    auto const argument = [&](int place, Index usual) { return argc > place ? std::atoll(argv[place]) : usual; };
    Index const factor = argument(4, 8);
    for (Index message = argument(2, 64); message <= argument(3, Index{1} << 21); message *= factor)
        for (Index stretch = argument(5, 8); stretch <= message; stretch *= factor)
            measure({message / stretch, stretch}, repetitions);
    return 0;
}
