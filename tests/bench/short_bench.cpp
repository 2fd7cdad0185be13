// SPDX-License-Identifier: BSD-3-Clause
// Tessera: short messages: small arrays, many arrays, shifts, halos and sums, beside what a careful programmer writes with MPI
// alone. Plans, datatypes and lists are made beforehand on both sides.
//
// Usage: local-mpirun -n 8 short_bench [ROUNDS]
#include "libcore/comm/shift/grid_shift.hpp"
#include "libcore/runtime/comm/axis/axis_reduction.hpp"
#include "libcore/runtime/comm/halo/halo_exchange.hpp"
#include "libcore/runtime/comm/shift/shift_exchange.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/bench/beside.hpp"

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
using tessera::bench::Contender;

namespace {

constexpr int executions = 50; // in a round: one is too short for the clock

Mapping mapped(Index bytes, Extents const& extents, DistFormat const& format) {
    std::vector<int> grid(extents.size(), 0);
    MPI_Dims_create(Comm::world().size(), static_cast<int>(grid.size()), grid.data());
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

/// Stretches of this rank's memory that go to a rank, or come from there: places and lengths in bytes.
struct Message {
    std::vector<int> places;
    std::vector<int> lengths;
    int bytes = 0;

    void add(Index place, Index length) {
        bytes += static_cast<int>(length);
        if (!places.empty() && places.back() + lengths.back() == place)
            lengths.back() += static_cast<int>(length);
        else {
            places.push_back(static_cast<int>(place));
            lengths.push_back(static_cast<int>(length));
        }
    }
    void pack(std::byte const* memory, std::byte* message) const {
        for (std::size_t i = 0; i < places.size(); ++i) {
            std::memcpy(message, memory + places[i], as_size(lengths[i]));
            message += lengths[i];
        }
    }
    void unpack(std::byte const* message, std::byte* memory) const {
        for (std::size_t i = 0; i < places.size(); ++i) {
            std::memcpy(memory + places[i], message, as_size(lengths[i]));
            message += lengths[i];
        }
    }
};

/// Every array of this rank, one behind the other, and who gets what: found element by element.
class Lists {
  public:
    Lists() : sends(as_size(Comm::world().size())), receives(sends.size()) {}

    /// `shifted`: by how much in each dimension, on a torus.
    void add(Mapping const& from, Mapping const& to, Extents const& shifted) {
        Index const bytes = from.array().type.bytes;
        Rank const me = Comm::world().rank();
        LocalLayout const source(from, from.grid().position(me).value());
        LocalLayout const target(to, to.grid().position(me).value());
        source_begins.push_back(source_bytes);
        target_begins.push_back(target_bytes);
        Extents index(from.array().extents.size(), 0);
        for (Index left = from.volume(); left > 0; --left) {
            Extents there = index;
            for (std::size_t d = 0; d < there.size(); ++d) there[d] = (there[d] + shifted[d]) % from.array().extents[d];
            Rank const sender = from.owners(index).front().rank;
            Rank const receiver = to.owners(there).front().rank;
            if (sender == me)
                sends[as_size(receiver)].add(source_bytes + source.offset(*source.global_to_local(index)) * bytes, bytes);
            if (receiver == me)
                receives[as_size(sender)].add(target_bytes + target.offset(*target.global_to_local(there)) * bytes, bytes);
            for (std::size_t d = index.size(); d-- > 0 && ++index[d] == from.array().extents[d];) index[d] = 0;
        }
        source_bytes += source.allocation_size() * bytes;
        target_bytes += target.allocation_size() * bytes;
    }

    std::vector<Message> sends; // by rank
    std::vector<Message> receives;
    std::vector<Index> source_begins; // by array
    std::vector<Index> target_begins;
    Index source_bytes = 0;
    Index target_bytes = 0;
};

/// What travels, in one piece for each side.
class Packed {
  public:
    explicit Packed(Lists const& lists) : lists_(lists) {
        for (std::size_t r = 0; r < lists.sends.size(); ++r) {
            send_counts.push_back(lists.sends[r].bytes);
            receive_counts.push_back(lists.receives[r].bytes);
        }
        send_places.resize(send_counts.size());
        receive_places.resize(send_counts.size());
        std::exclusive_scan(send_counts.begin(), send_counts.end(), send_places.begin(), 0);
        std::exclusive_scan(receive_counts.begin(), receive_counts.end(), receive_places.begin(), 0);
        out = Buffer(send_places.back() + send_counts.back());
        in = Buffer(receive_places.back() + receive_counts.back());
    }
    void pack(std::byte const* source, std::size_t r) { lists_.sends[r].pack(source, out.data() + send_places[r]); }
    void unpack(std::byte* target, std::size_t r) const { lists_.receives[r].unpack(in.data() + receive_places[r], target); }

    std::vector<int> send_counts, send_places, receive_counts, receive_places;
    Buffer out, in;

  private:
    Lists const& lists_;
};

void by_requests(Packed& packed, std::byte const* source, std::byte* target) {
    Comm const world = Comm::world();
    auto const me = as_size(world.rank());
    static std::vector<MPI_Request> requests;
    requests.clear();
    auto const start = [&](auto call, Buffer& buffer, int place, int count, std::size_t r) {
        if (count > 0 && r != me)
            call(buffer.data() + place, count, MPI_BYTE, static_cast<int>(r), 0, MPI_COMM_WORLD, &requests.emplace_back());
    };
    for (std::size_t r = 0; r < packed.send_counts.size(); ++r)
        start(MPI_Irecv, packed.in, packed.receive_places[r], packed.receive_counts[r], r);
    for (std::size_t k = 1; k < packed.send_counts.size(); ++k) {
        std::size_t const r = (me + k) % packed.send_counts.size();
        packed.pack(source, r);
        start(MPI_Isend, packed.out, packed.send_places[r], packed.send_counts[r], r);
    }
    packed.pack(source, me);
    std::copy_n(packed.out.data() + packed.send_places[me], packed.send_counts[me], packed.in.data() + packed.receive_places[me]);
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    for (std::size_t r = 0; r < packed.send_counts.size(); ++r) packed.unpack(target, r);
}

void by_alltoallv(Packed& packed, std::byte const* source, std::byte* target) {
    for (std::size_t r = 0; r < packed.send_counts.size(); ++r) packed.pack(source, r);
    MPI_Alltoallv(packed.out.data(), packed.send_counts.data(), packed.send_places.data(), MPI_BYTE, packed.in.data(),
                  packed.receive_counts.data(), packed.receive_places.data(), MPI_BYTE, MPI_COMM_WORLD);
    for (std::size_t r = 0; r < packed.send_counts.size(); ++r) packed.unpack(target, r);
}

/// A datatype for each partner.
class Typed {
  public:
    explicit Typed(Lists const& lists) : zeros_(lists.sends.size(), 0) {
        add(lists.sends, send_counts_, send_types_);
        add(lists.receives, receive_counts_, receive_types_);
    }
    ~Typed() {
        for (auto* types : {&send_types_, &receive_types_})
            for (MPI_Datatype& type : *types)
                if (type != MPI_BYTE) MPI_Type_free(&type);
    }
    Typed(Typed const&) = delete;
    Typed& operator=(Typed const&) = delete;

    void run(std::byte const* source, std::byte* target) const {
        MPI_Alltoallw(source, send_counts_.data(), zeros_.data(), send_types_.data(), target, receive_counts_.data(), zeros_.data(),
                      receive_types_.data(), MPI_COMM_WORLD);
    }

  private:
    static void add(std::vector<Message> const& messages, std::vector<int>& counts, std::vector<MPI_Datatype>& types) {
        for (Message const& message : messages) {
            types.push_back(MPI_BYTE);
            counts.push_back(message.bytes > 0 ? 1 : 0);
            if (message.bytes == 0) continue;
            MPI_Type_indexed(static_cast<int>(message.places.size()), message.lengths.data(), message.places.data(), MPI_BYTE,
                             &types.back());
            MPI_Type_commit(&types.back());
        }
    }

    std::vector<int> zeros_, send_counts_, receive_counts_;
    std::vector<MPI_Datatype> send_types_, receive_types_;
};

std::function<void()> often(std::function<void()> once) {
    return [once = std::move(once)] {
        for (int i = 0; i < executions; ++i) once();
    };
}

/// A line of the table: `ours` of the contenders, from the front, are Tessera's.
void print_row(std::string const& name, std::vector<Contender> const& all, std::size_t ours) {
    if (Comm::world().rank() != 0) return;
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

void redistribute(std::string const& name, std::vector<Array> const& arrays, int rounds) {
    Lists lists;
    std::vector<RedistPlan> plans;
    for (Array const& each : arrays) {
        lists.add(each.from, each.to, Extents(each.from.array().extents.size(), 0));
        plans.push_back(RedistPlan::make(each.from, each.to).value());
    }
    MultiPlan const plan = MultiPlan::make(plans).value();
    Buffer source(lists.source_bytes);
    for (Index i = 0; i < source.size(); ++i) source.data()[i] = static_cast<std::byte>(i * 7 + Comm::world().rank());
    Buffer theirs(lists.target_bytes), ours(lists.target_bytes);
    theirs.clear();
    std::vector<void const*> sources;
    std::vector<void*> targets;
    for (Index const begin : lists.source_begins) sources.push_back(source.data() + begin);
    for (Index const begin : lists.target_begins) targets.push_back(ours.data() + begin);
    auto automatic = Redistributor::make(plan, MPI_COMM_WORLD).value();
    auto messages = Redistributor::make(plan, MPI_COMM_WORLD, {.transport = Transport::PointToPoint}).value();
    Packed packed(lists);
    Typed typed(lists);
    by_requests(packed, source.data(), theirs.data());
    std::vector<Contender> contenders{{"auto", often([&] { automatic.execute(sources, targets); }), &ours},
                                      {"p2p", often([&] { messages.execute(sources, targets); }), &ours},
                                      {"Isend", often([&] { by_requests(packed, source.data(), theirs.data()); })},
                                      {"Alltoallv", often([&] { by_alltoallv(packed, source.data(), theirs.data()); })},
                                      {"Alltoallw", often([&] { typed.run(source.data(), theirs.data()); })}};
    bench::measure(contenders, theirs, ours, name, rounds);
    print_row(name, contenders, 2);
}

void shift(std::string const& name, Mapping const& mapping, int rounds) {
    Extents const by(mapping.array().extents.size(), 1);
    Lists lists;
    lists.add(mapping, mapping, by);
    Buffer source(lists.source_bytes), theirs(lists.target_bytes), ours(lists.target_bytes);
    for (Index i = 0; i < source.size(); ++i) source.data()[i] = static_cast<std::byte>(i * 7 + Comm::world().rank());
    theirs.clear();
    auto exchange = ShiftExchange::make(GridShift::make(mapping, by, ShiftEdge::Torus).value(), MPI_COMM_WORLD).value();
    Packed packed(lists);
    Typed typed(lists);
    by_requests(packed, source.data(), theirs.data());
    std::vector<Contender> contenders{{"auto", often([&] { exchange.execute(source.data(), ours.data()); }), &ours},
                                      {"Isend", often([&] { by_requests(packed, source.data(), theirs.data()); })},
                                      {"Alltoallw", often([&] { typed.run(source.data(), theirs.data()); })}};
    bench::measure(contenders, theirs, ours, name, rounds);
    print_row(name, contenders, 1);
}

/// Four neighbours of a square block, with one subarray type for each edge.
class HaloByHand {
  public:
    explicit HaloByHand(int points) : field_(as_size(points + 2) * as_size(points + 2)) {
        std::array<int, 2> grid{0, 0};
        std::array<int, 2> const open{0, 0};
        MPI_Dims_create(Comm::world().size(), 2, grid.data());
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
    MPI_Dims_create(Comm::world().size(), 2, grid.data());
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
    MPI_Dims_create(Comm::world().size(), 2, grid.data());
    Mapping mapping = mapped(8, {extent, extent}, DistFormat::block());
    MappingSpec spec = mapping.spec();
    spec.array.type = {"float64", 8};
    mapping = Mapping::make(spec).value();
    LocalLayout const layout(mapping, mapping.grid().position(Comm::world().rank()).value());
    auto reduction = AxisReduction::make(mapping, 1, ReduceOp::Sum, MPI_COMM_WORLD).value();
    std::vector<double> const part(as_size(layout.allocation_size()), 1.0);
    std::vector<double> ours(as_size(reduction.lines())), theirs(ours.size());
    MPI_Comm row = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, Comm::world().rank() / grid[1], 0, &row);
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

Array to_cyclic(Index bytes, Extents const& extents) {
    return {mapped(bytes, extents, DistFormat::block()), mapped(bytes, extents, DistFormat::cyclic(1))};
}

} // namespace

int main(int argc, char** argv) {
    Environment const environment(argc, argv);
    int const rounds = argc > 1 ? std::atoi(argv[1]) : 15;
    if (Comm::world().rank() == 0)
        std::printf("%d ranks, %d rounds of %d executions; medians in microseconds each\n", Comm::world().size(), rounds,
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
    halo(16, rounds);
    halo(64, rounds);
    sums(300, rounds);
    sums(3000, rounds / 3);
    return 0;
}
