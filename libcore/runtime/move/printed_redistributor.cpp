// SPDX-License-Identifier: BSD-3-Clause
// Tessera: executes the algorithms of Thakur's chapter 3 as they are printed.
#include "libcore/runtime/move/printed_redistributor.hpp"

#include "libcore/base/try.hpp"
#include "libcore/redist/methods/printed_phase.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/request_set.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace tessera {

namespace {

/// The local array along the dimension that changes. Each local index is a slab of `outer` runs of `inner` bytes.
struct SlabArray {
    Index coordinate = 0; // along the dimension
    Index extent = 0;     // local indices
    Index inner = 0;
    Index outer = 0;
    std::vector<Rank> ranks; // by coordinate, with the same coordinates in the other dimensions

    [[nodiscard]] Index slab() const { return inner * outer; }
};

/// Returns this rank's part on one side, and the ranks of its partners on the other side. Nothing if the rank has no part.
std::optional<SlabArray> slab_array(PrintedPhase const& phase, Mapping const& mine, Mapping const& theirs, Rank rank) {
    auto const position = mine.grid().position(rank);
    if (!position) return std::nullopt;
    LocalLayout const layout(mine, *position);
    int const dim = phase.change.axis; // the copy map is the identity
    SlabArray array{mine.dim_coord(*position, dim), layout.local_shape()[as_size(dim)], mine.array().type.bytes, 1, {}};
    bool below = true;
    for (int const d : layout.permutation()) {
        if (d != dim) (below ? array.inner : array.outer) *= layout.local_shape()[as_size(d)];
        if (d == dim) below = false;
    }
    Extents coords;
    for (int d = 0; d < mine.dims(); ++d) coords.push_back(mine.dim_coord(*position, d));
    for (coords[as_size(dim)] = 0; coords[as_size(dim)] < phase.change.processors; ++coords[as_size(dim)])
        array.ranks.push_back(theirs.grid().rank(theirs.position_of(coords, 0)));
    return array;
}

/// Copies of a few words are written out, as the paper's typed loops are.
void copy_few(std::byte* to, std::byte const* from, Index bytes) {
    if (bytes == 4)
        std::memcpy(to, from, 4);
    else if (bytes == 8)
        std::memcpy(to, from, 8);
    else if (bytes == 16)
        std::memcpy(to, from, 16);
    else
        std::memcpy(to, from, as_size(bytes));
}

/// Calls copy(offset in the array, offset in the packet, bytes) for `count` slabs from local index `first` on.
template <class Copy>
void for_each_stretch(SlabArray const& array, Index first, Index count, Copy const& copy) {
    if (array.outer == 1) return copy(first * array.inner, 0, count * array.inner);
    for (Index i = 0, packet = 0; i < count; ++i)
        for (Index o = 0; o < array.outer; ++o, packet += array.inner)
            copy((o * array.extent + first + i) * array.inner, packet, array.inner);
}

/// One packet for each coordinate, one behind the other.
struct Packets {
    std::vector<Index> bytes;
    std::vector<Index> begins;
    Buffer memory;

    Packets(std::vector<Index> const& counts, Index slab) : bytes(counts), begins(counts.size(), 0) {
        for (Index& each : bytes) each *= slab;
        std::exclusive_scan(bytes.begin(), bytes.end(), begins.begin(), Index{0});
        memory = Buffer(begins.back() + bytes.back());
    }
    [[nodiscard]] std::byte* packet(std::size_t coordinate) { return memory.data() + begins[coordinate]; }
};

/// Send phase: copies each run of the local array behind its packet's last one.
void fill_packets(Packets& packets, DealtOrder const& order, SlabArray const& array, std::byte const* source) {
    std::vector<Index> ends = packets.begins;
    order.for_each([&](Index first, DealtRun const& run) {
        Index& end = ends[as_size(run.partner)];
        std::byte* const packet = packets.memory.data() + end;
        for_each_stretch(array, first, run.count,
                         [&](Index at, Index within, Index bytes) { copy_few(packet + within, source + at, bytes); });
        end += run.count * array.slab();
    });
}

/// Synchronous Method: scans the local array once and reads each run from the packet of its sender.
void read_packets(Packets& packets, DealtOrder const& order, SlabArray const& array, std::byte* target) {
    std::vector<Index> begins = packets.begins;
    order.for_each([&](Index first, DealtRun const& run) {
        Index& begin = begins[as_size(run.partner)];
        std::byte const* const packet = packets.memory.data() + begin;
        for_each_stretch(array, first, run.count,
                         [&](Index at, Index within, Index bytes) { copy_few(target + at, packet + within, bytes); });
        begin += run.count * array.slab();
    });
}

/// Asynchronous Method: places the first run of one packet, and the others at the distance of a period.
void place_packet(Packets& packets, Index sender, DealtOrder const& order, SlabArray const& array, std::byte* target) {
    Index const period = order.period();
    Index first = 0;
    for (DealtRun const& run : order.runs) {
        if (run.partner != sender) {
            first += run.count;
            continue;
        }
        std::byte const* packet = packets.packet(as_size(sender));
        for (; first < order.elements; first += period) {
            Index const count = std::min(run.count, order.elements - first);
            for_each_stretch(array, first, count,
                             [&](Index at, Index within, Index bytes) { copy_few(target + at, packet + within, bytes); });
            packet += count * array.slab();
        }
        return;
    }
}

class PrintedExecution {
  public:
    PrintedExecution(Communicator const& comm, PrintedPhase const& phase, Receive receive)
        : comm_(comm), phase_(phase), receive_(receive) {}

    void run(std::byte const* source, std::byte* target) {
        if (auto const here = slab_array(phase_, phase_.plan.target(), phase_.plan.source(), comm_.rank())) await(*here);
        if (auto const here = slab_array(phase_, phase_.plan.source(), phase_.plan.target(), comm_.rank())) send(*here, source);
        if (expected_) place(target);
        sends_.wait_all();
    }

  private:
    struct Expected {
        SlabArray array;
        DealtOrder order;
        Packets packets;
        std::vector<Index> senders; // by number of the request
    };

    void await(SlabArray const& array) {
        DealtOrder order = phase_.algorithm->receives(phase_.change, array.coordinate);
        Packets packets(order.counts(phase_.change.processors), array.slab());
        expected_.emplace(Expected{array, std::move(order), std::move(packets), {}});
        for (std::size_t c = 0; c < array.ranks.size(); ++c) {
            Index const bytes = expected_->packets.bytes[c];
            if (bytes == 0 || array.ranks[c] == comm_.rank()) continue;
            receives_.receive(comm_, array.ranks[c], expected_->packets.packet(c), ByteBlock(bytes));
            expected_->senders.push_back(static_cast<Index>(c));
        }
    }

    void send(SlabArray const& array, std::byte const* source) {
        DealtOrder const order = phase_.algorithm->sends(phase_.change, array.coordinate);
        auto& packets = sent_.emplace(order.counts(phase_.change.processors), array.slab());
        fill_packets(packets, order, array, source);
        for (std::size_t c = 0; c < array.ranks.size(); ++c) {
            Index const bytes = packets.bytes[c];
            if (bytes == 0) continue;
            if (array.ranks[c] == comm_.rank())
                own_ = packets.packet(c);
            else
                sends_.send(comm_, array.ranks[c], packets.packet(c), ByteBlock(bytes));
        }
    }

    void place(std::byte* target) {
        auto& [array, order, packets, senders] = *expected_;
        auto const self = std::ranges::find(array.ranks, comm_.rank()) - array.ranks.begin();
        if (own_ != nullptr) std::copy_n(own_, packets.bytes[as_size(self)], packets.packet(as_size(self)));
        if (receive_ == Receive::Sync || !order.allows_async()) {
            receives_.wait_all();
            return read_packets(packets, order, array, target);
        }
        if (own_ != nullptr) place_packet(packets, self, order, array, target);
        while (auto const arrived = receives_.wait_any()) place_packet(packets, senders[*arrived], order, array, target);
    }

    Communicator const& comm_;
    PrintedPhase const& phase_;
    Receive receive_;
    RequestSet receives_;
    RequestSet sends_;
    std::optional<Expected> expected_;
    std::optional<Packets> sent_;
    std::byte const* own_ = nullptr; // packet of this rank to itself
};

Result<std::vector<PrintedPhase>> checked_phases(CompositePlan const& plan, Receive receive) {
    auto phases = TRY(printed_phases(plan));
    if (receive == Receive::Async)
        for (PrintedPhase const& phase : phases) TRY(check_async(phase));
    return phases;
}

} // namespace

struct PrintedRedistributor::State {
    Communicator comm;
    std::vector<PrintedPhase> phases;
    Receive receive;
    std::array<Buffer, 2> between = {}; // they alternate as arrays between the phases
};

PrintedRedistributor::PrintedRedistributor(std::unique_ptr<State> state) : state_(std::move(state)) {}
PrintedRedistributor::PrintedRedistributor(PrintedRedistributor&&) noexcept = default;
PrintedRedistributor& PrintedRedistributor::operator=(PrintedRedistributor&&) noexcept = default;
PrintedRedistributor::~PrintedRedistributor() = default;

Result<void> check_as_printed(CompositePlan const& plan, Receive receive) {
    TRY(checked_phases(plan, receive));
    return {};
}

Result<PrintedRedistributor> PrintedRedistributor::make(CompositePlan const& plan, MPI_Comm comm, Receive receive) {
    auto phases = TRY(checked_phases(plan, receive));
    Communicator duplicate = Communicator::duplicate(comm);
    for (PrintedPhase const& phase : phases)
        if (Index const wanted = phase.plan.ranks(); wanted > duplicate.size()) return too_few_ranks(wanted, duplicate.size());
    return PrintedRedistributor(std::make_unique<State>(State{std::move(duplicate), std::move(phases), receive}));
}

void PrintedRedistributor::execute(void const* source, void* target) {
    State& state = *state_;
    auto const* from = static_cast<std::byte const*>(source);
    for (std::size_t i = 0; i < state.phases.size(); ++i) {
        Mapping const& mapping = state.phases[i].plan.target();
        bool const last = i + 1 == state.phases.size();
        auto const position = mapping.grid().position(state.comm.rank());
        if (!last) state.between[i % 2].reserve(position ? mapping.owned_count(*position) * mapping.array().type.bytes : 0);
        std::byte* const to = last ? static_cast<std::byte*>(target) : state.between[i % 2].data();
        PrintedExecution(state.comm, state.phases[i], state.receive).run(from, to);
        from = to;
    }
}

} // namespace tessera
