// SPDX-License-Identifier: BSD-3-Clause
// Tessera: short messages: small arrays, many arrays, shifts, halos and sums, beside what a careful programmer writes with MPI
// alone. Plans, datatypes and lists are made beforehand on both sides.
//
// Usage: local-mpirun -n 8 short_bench [ROUNDS]
#include "libcore/comm/collectives/collective_choice.hpp"
#include "libcore/comm/shift/grid_shift.hpp"
#include "libcore/runtime/comm/axis/axis_reduction.hpp"
#include "libcore/runtime/comm/collectives/collective.hpp"
#include "libcore/runtime/comm/halo/halo_exchange.hpp"
#include "libcore/runtime/comm/shift/shift_exchange.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/bench/beside.hpp"
#include "tests/bench/by_hand.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mpi.h>
#include <numeric>
#include <string>
#include <vector>

using namespace tessera;
using namespace tessera::bench;

namespace {

constexpr int executions = 50; // in a round: one is too short for the clock

Mapping mapped(Index bytes, Extents const& extents, DistFormat const& format) {
    std::vector<int> grid(extents.size(), 0);
    MPI_Dims_create(Communicator::world().size(), static_cast<int>(grid.size()), grid.data());
    MappingSpec spec;
    spec.array.type = {"bytes", bytes};
    spec.array.extents = extents;
    spec.array.lower.assign(extents.size(), 0);
    spec.array.order = StorageOrder::C;
    spec.formats.assign(extents.size(), format);
    spec.processors.lower.assign(grid.size(), 0);
    spec.processors.extents.assign(grid.begin(), grid.end());
    return Mapping::make(spec).value();
}

std::function<void()> often(std::function<void()> once) {
    return [once = std::move(once)] {
        for (int i = 0; i < executions; ++i) once();
    };
}

/// A line of the table: `ours` of the contenders, from the front, are Tessera's.
void print_row(std::string const& name, std::vector<Contender> const& all, std::size_t ours) {
    if (Communicator::world().rank() != 0) return;
    auto const best = [](auto begin, auto end) { return std::ranges::min_element(begin, end, {}, &Contender::median); };
    auto const split = all.begin() + static_cast<std::ptrdiff_t>(ours);
    std::printf("%-34s", name.c_str());
    for (Contender const& each : all) std::printf("  %s %.1f", each.name, each.median() / executions * 1e6);
    std::printf("  auto / best peer %.2f\n", all.front().median() / best(split, all.end())->median());
}

struct Array {
    Mapping from;
    Mapping to;
};

Buffer numbered(Index bytes) {
    Buffer buffer(bytes);
    for (Index i = 0; i < bytes; ++i) buffer.data()[i] = static_cast<std::byte>(i * 7 + Communicator::world().rank());
    return buffer;
}

/// A row of contenders that leave their result in `ours`, with MPI's behind them.
void beside_mpi(std::string const& name, Lists const& lists, Buffer const& source, Buffer& ours, std::vector<Contender> contenders,
                int rounds) {
    Buffer theirs(lists.target_bytes);
    theirs.clear();
    Packed packed(lists);
    Typed typed(lists);
    by_requests(packed, source.data(), theirs.data());
    std::size_t const of_ours = contenders.size();
    contenders.push_back({"Isend", often([&] { by_requests(packed, source.data(), theirs.data()); })});
    contenders.push_back({"Alltoallv", often([&] { by_alltoallv(packed, source.data(), theirs.data()); })});
    contenders.push_back({"Alltoallw", often([&] { typed.run(source.data(), theirs.data()); })});
    bench::measure(contenders, theirs, ours, name, rounds);
    print_row(name, contenders, of_ours);
}

void redistribute(std::string const& name, std::vector<Array> const& arrays, int rounds) {
    Lists lists;
    std::vector<RedistPlan> plans;
    for (Array const& each : arrays) {
        lists.add(each.from, each.to, Extents(each.from.array().extents.size(), 0));
        plans.push_back(RedistPlan::make(each.from, each.to).value());
    }
    MultiPlan const plan = MultiPlan::make(plans).value();
    Buffer const source = numbered(lists.source_bytes);
    Buffer ours(lists.target_bytes);
    std::vector<void const*> sources;
    std::vector<void*> targets;
    for (Index const begin : lists.source_begins) sources.push_back(source.data() + begin);
    for (Index const begin : lists.target_begins) targets.push_back(ours.data() + begin);
    auto automatic = Redistributor::make(plan, MPI_COMM_WORLD).value();
    auto messages = Redistributor::make(plan, MPI_COMM_WORLD, {.transport = Transport::PointToPoint}).value();
    beside_mpi(name, lists, source, ours,
               {{"auto", often([&] { automatic.execute(sources, targets); }), &ours},
                {"p2p", often([&] { messages.execute(sources, targets); }), &ours}},
               rounds);
}

void shift(std::string const& name, Mapping const& mapping, int rounds) {
    Extents const by(mapping.array().extents.size(), 1);
    Lists lists;
    lists.add(mapping, mapping, by);
    Buffer const source = numbered(lists.source_bytes);
    Buffer ours(lists.target_bytes);
    GridShift const plan = GridShift::make(mapping, by, ShiftEdge::Torus).value();
    auto automatic = ShiftExchange::make(plan, MPI_COMM_WORLD).value();
    auto messages = ShiftExchange::make(plan, MPI_COMM_WORLD, {.transport = Transport::PointToPoint}).value();
    beside_mpi(name, lists, source, ours,
               {{"auto", often([&] { automatic.execute(source.data(), ours.data()); }), &ours},
                {"p2p", often([&] { messages.execute(source.data(), ours.data()); }), &ours}},
               rounds);
}

/// Four neighbours of a square block, with one subarray type for each edge.
class HaloByHand {
  public:
    explicit HaloByHand(int points) : field_(as_size(points + 2) * as_size(points + 2)) {
        std::array<int, 2> grid{0, 0};
        std::array<int, 2> const open{0, 0};
        MPI_Dims_create(Communicator::world().size(), 2, grid.data());
        MPI_Cart_create(MPI_COMM_WORLD, 2, grid.data(), open.data(), 0, &cart_);
        for (int d = 0; d < 2; ++d)
            for (auto const& [sent, received] : {std::pair(1, 0), std::pair(points, points + 1)}) {
                sends_.push_back(edge(d, points, sent));
                receives_.push_back(edge(d, points, received));
            }
    }
    ~HaloByHand() {
        for (auto* types : {&sends_, &receives_})
            for (MPI_Datatype& type : *types) MPI_Type_free(&type);
        MPI_Comm_free(&cart_);
    }
    HaloByHand(HaloByHand const&) = delete;
    HaloByHand& operator=(HaloByHand const&) = delete;

    void exchange() {
        std::array const ones{1, 1, 1, 1};
        std::array<MPI_Aint, 4> const zeros{};
        MPI_Neighbor_alltoallw(field_.data(), ones.data(), zeros.data(), sends_.data(), field_.data(), ones.data(), zeros.data(),
                               receives_.data(), cart_);
    }

  private:
    static MPI_Datatype edge(int dim, int points, int line) {
        std::array const sizes{points + 2, points + 2};
        std::array lengths{points, points};
        std::array starts{1, 1};
        lengths[as_size(dim)] = 1;
        starts[as_size(dim)] = line;
        MPI_Datatype type = MPI_DATATYPE_NULL;
        MPI_Type_create_subarray(2, sizes.data(), lengths.data(), starts.data(), MPI_ORDER_C, MPI_DOUBLE, &type);
        MPI_Type_commit(&type);
        return type;
    }

    MPI_Comm cart_ = MPI_COMM_NULL;
    std::vector<double> field_;
    std::vector<MPI_Datatype> sends_, receives_;
};

void halo(int points, int rounds) {
    std::array<int, 2> grid{0, 0};
    MPI_Dims_create(Communicator::world().size(), 2, grid.data());
    Mapping const mapping = mapped(8, {Index{grid[0]} * points, Index{grid[1]} * points}, DistFormat::block());
    auto exchange = HaloExchange::make(HaloPlan::make(mapping, Stencil::named("5", 2).value()).value(), MPI_COMM_WORLD).value();
    Buffer field(exchange.layout().allocation_size() * 8), none;
    field.clear();
    HaloByHand by_hand(points);
    std::vector<Contender> contenders{{"auto", often([&] { exchange.exchange(field.data()); })},
                                      {"Neighbor_alltoallw", often([&] { by_hand.exchange(); })}};
    std::string const name = "halo of " + std::to_string(points) + "x" + std::to_string(points) + " on each rank";
    bench::measure(contenders, none, none, name, rounds);
    print_row(name, contenders, 1);
}

/// Sums along the rows of a matrix that is cut into blocks of rows and columns.
void sums(Index extent, int rounds) {
    std::array<int, 2> grid{0, 0};
    MPI_Dims_create(Communicator::world().size(), 2, grid.data());
    Mapping mapping = mapped(8, {extent, extent}, DistFormat::block());
    MappingSpec spec = mapping.spec();
    spec.array.type = {"float64", 8};
    mapping = Mapping::make(spec).value();
    LocalLayout const layout(mapping, mapping.grid().position(Communicator::world().rank()).value());
    auto reduction = AxisReduction::make(mapping, 1, ReduceOp::Sum, MPI_COMM_WORLD).value();
    std::vector<double> const part(as_size(layout.allocation_size()), 1.0);
    std::vector<double> ours(as_size(reduction.lines())), theirs(ours.size());
    MPI_Comm row = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, Communicator::world().rank() / grid[1], 0, &row);
    auto const columns = as_size(layout.local_shape()[1]);
    auto const by_hand = [&] {
        for (std::size_t i = 0; i < theirs.size(); ++i) {
            auto const* const line = part.data() + as_size(layout.strides()[0]) * i;
            theirs[i] = std::accumulate(line, line + columns, 0.0);
        }
        MPI_Allreduce(MPI_IN_PLACE, theirs.data(), static_cast<int>(theirs.size()), MPI_DOUBLE, MPI_SUM, row);
    };
    auto const* const source = reinterpret_cast<std::byte const*>(part.data());
    Buffer none;
    std::vector<Contender> contenders{
        {"auto", often([&] { reduction.execute(source, reinterpret_cast<std::byte*>(ours.data())); })},
        {"Allreduce", often(by_hand)}};
    std::string const name = "sums along axis 2 of " + std::to_string(extent) + "x" + std::to_string(extent);
    bench::measure(contenders, none, none, name, rounds);
    if (ours != theirs) std::abort();
    print_row(name, contenders, 1);
    MPI_Comm_free(&row);
}

/// From every rank in turn: from one alone it would run ahead of the others.
void broadcasts(Index elements, int rounds) {
    Communicator const world = Communicator::world();
    std::vector<Collective> ours;
    for (int root = 0; root < world.size(); ++root) {
        CollectiveTask const task{
            .kind = CollectiveKind::Broadcast, .ranks = world.size(), .root = root, .elements = elements, .element_bytes = 8};
        ours.emplace_back(world, *collective_named(task, "auto").value().algorithm, task);
    }
    Buffer vector(elements * 8), none;
    vector.clear();
    auto const by_hand = [&] {
        for (int root = 0; root < world.size(); ++root)
            MPI_Bcast(vector.data(), static_cast<int>(elements), MPI_DOUBLE, root, MPI_COMM_WORLD);
    };
    auto const by_plan = [&] {
        for (Collective& each : ours) each.execute(vector.data());
    };
    auto const some = [&](auto once) {
        return [once, times = std::max<Index>(1, executions * 1024 / elements)] {
            for (Index i = 0; i < times; ++i) once();
        };
    };
    std::vector<Contender> contenders{{"auto", some(by_plan)}, {"Bcast", some(by_hand)}};
    std::string const name = "broadcasts of " + std::to_string(elements * 8) + " bytes";
    bench::measure(contenders, none, none, name, rounds);
    print_row(name, contenders, 1);
}

Array to_cyclic(Index bytes, Extents const& extents) {
    return {mapped(bytes, extents, DistFormat::block()), mapped(bytes, extents, DistFormat::cyclic(1))};
}

} // namespace

int main(int argc, char** argv) {
    Environment const environment(argc, argv);
    int const rounds = argc > 1 ? std::atoi(argv[1]) : 15;
    if (Communicator::world().rank() == 0)
        std::printf("%d ranks, %d rounds of %d executions; medians in microseconds each\n", Communicator::world().size(), rounds,
                    executions);
    redistribute("10x10, block to cyclic", {to_cyclic(8, {10, 10})}, rounds);
    redistribute("100x100", {to_cyclic(8, {100, 100})}, rounds);
    redistribute("1000 arrays of 1 KiB", std::vector<Array>(1000, to_cyclic(8, {128})), rounds);
    redistribute("16x16x16", {to_cyclic(8, {16, 16, 16})}, rounds);
    redistribute("8x8x8x8", {to_cyclic(8, {8, 8, 8, 8})}, rounds);
    for (Index const bytes : {1, 2, 4, 8, 16})
        redistribute("64x64 of " + std::to_string(bytes) + " bytes", {to_cyclic(bytes, {64, 64})}, rounds);
    shift("64x64 shifted by (1,1)", mapped(8, {64, 64}, DistFormat::block()), rounds);
    shift("64x64, cyclic, shifted by (1,1)", mapped(8, {64, 64}, DistFormat::cyclic(1)), rounds);
    shift("128x128, cyclic", mapped(8, {128, 128}, DistFormat::cyclic(1)), rounds);
    shift("256x256, cyclic", mapped(8, {256, 256}, DistFormat::cyclic(1)), rounds);
    shift("512x512, cyclic", mapped(8, {512, 512}, DistFormat::cyclic(1)), rounds);
    halo(16, rounds);
    halo(64, rounds);
    sums(300, rounds);
    sums(3000, rounds / 3);
    broadcasts(1024, rounds);
    broadcasts(2 << 20, rounds);
    return 0;
}
