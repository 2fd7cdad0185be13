// SPDX-License-Identifier: BSD-3-Clause
// Tessera: general send and get (pC*, chapter 5).
#include "libcore/runtime/comm/index/index_route.hpp"

#include "libcore/base/require.hpp"
#include "libcore/base/try.hpp"
#include "libcore/comm/index/dense_indices.hpp"
#include "libcore/comm/index/wire_order.hpp"
#include "libcore/runtime/comm/index/index_checks.hpp"
#include "libcore/runtime/comm/index/index_kernels.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/node.hpp"
#include "libcore/runtime/mpi/reductions.hpp"
#include "libcore/runtime/mpi/request_set.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace tessera {

struct IndexRoute::State {
    State(Communicator own, Index bytes) : comm(std::move(own)), element_bytes(bytes) {}

    Communicator comm;
    Index element_bytes;
    Index copies = 1; // copies of each element that a value is sent to
    bool reaches_all = true;
    bool some_rank_merges = false;
    IndexTransport transport = IndexTransport::Network;
    WireOrder order; // of the values or, with a dense list, of the named elements
    std::optional<DenseIndices> dense;
    std::vector<Index> asked_starts;  // by rank: the first of the offsets that it names in this rank's memory
    std::vector<Index> asked_offsets; // those offsets
    Buffer travelling;                // values in the order of travel
    Buffer asked;                     // values at the offsets that others name
    Buffer table;                     // with a dense list: values of the whole array
    TraceRecorder* trace = nullptr;   // records the exchanges if not null

    enum class Task { None, Send, SendOneByOne, Get };
    Task under_way = Task::None;
    std::byte const* source = nullptr; // of the send or get in progress
    std::byte* target = nullptr;
    SendCombiner combiner = {};
    RequestSet requests;

    void begin(Task task, void const* from, void* to) {
        require(under_way == Task::None, "IndexRoute: a send or get is under way; call end() first");
        under_way = task;
        source = static_cast<std::byte const*>(from);
        target = static_cast<std::byte*>(to);
    }

    /// Returns the slot of each value on its way to a copy.
    [[nodiscard]] std::span<Index const> slots_of(Index copy) const {
        std::size_t const values = order.wire_slots.size() / as_size(copies);
        return std::span(order.wire_slots).subspan(as_size(copy) * values, values);
    }

    [[nodiscard]] std::byte* entry(Index element) { return table.data() + element * element_bytes; }

    /// Merges values in a table of all elements and copies the named elements to their slots.
    void merge_densely() {
        combiner.merge_parts(*dense, source, table.data(), table.size() / element_bytes, element_bytes);
        for (Index copy = 0; copy < copies; ++copy) {
            auto const slots = slots_of(copy);
            for (std::size_t n = 0; n < slots.size(); ++n)
                std::memcpy(travelling.data() + slots[n] * element_bytes, entry(dense->named()[n]), as_size(element_bytes));
        }
    }
    void hand_out_densely(std::byte* values) {
        auto const slots = slots_of(0);
        for (std::size_t n = 0; n < slots.size(); ++n)
            std::memcpy(entry(dense->named()[n]), travelling.data() + slots[n] * element_bytes, as_size(element_bytes));
        dense->for_each_part([&](std::size_t first, std::span<Index const> elements) {
            gather_elements(table.data(), elements, values + static_cast<Index>(first) * element_bytes, element_bytes);
        });
    }

    /// Merges the values of each slot for the first copy, then copies the slots to the other copies.
    void merge() {
        combiner.merge(source, slots_of(0), travelling.data(), order.starts.back(), element_bytes);
        for (Index copy = 1; copy < copies; ++copy) {
            auto const first = slots_of(0);
            auto const other = slots_of(copy);
            for (std::size_t i = 0; i < first.size(); ++i)
                std::memcpy(travelling.data() + other[i] * element_bytes, travelling.data() + first[i] * element_bytes,
                            as_size(element_bytes));
        }
    }

    /// Calls visit(value, slot) for the values of a copy, in their order.
    template <class Visit>
    void for_each_slot(Index copy, Visit const& visit) const {
        auto const slots = slots_of(copy);
        if (!dense) {
            for (std::size_t i = 0; i < slots.size(); ++i) visit(static_cast<Index>(i), slots[i]);
            return;
        }
        std::vector<Index> slot_of(as_size(table.size() / element_bytes)); // by element
        for (std::size_t n = 0; n < slots.size(); ++n) slot_of[as_size(dense->named()[n])] = slots[n];
        dense->for_each_part([&](std::size_t first, std::span<Index const> elements) {
            for (std::size_t k = 0; k < elements.size(); ++k) visit(static_cast<Index>(first + k), slot_of[as_size(elements[k])]);
        });
    }

    /// Sends each value on its own over a route on which some rank merges. The owners know the offset of each slot, so only a
    /// count per slot travels in addition.
    void send_one_by_one() {
        std::vector<Index> first(as_size(order.starts.back()) + 1, 0); // by slot
        std::vector<Index> asked_first(as_size(asked_starts.back()) + 1, 0);
        for (Index copy = 0; copy < copies; ++copy) for_each_slot(copy, [&](Index, Index slot) { ++first[as_size(slot)]; });
        TraceRecorder* const recorder = std::exchange(trace, nullptr); // the counts are not a step of the send
        exchange(true, reinterpret_cast<std::byte*>(first.data()), reinterpret_cast<std::byte*>(asked_first.data()),
                 Index{sizeof(Index)});
        trace = recorder;
        std::exclusive_scan(first.begin(), first.end(), first.begin(), Index{0});
        std::exclusive_scan(asked_first.begin(), asked_first.end(), asked_first.begin(), Index{0});
        Buffer sent;
        Buffer received;
        std::vector<Index> places;
        all_or_none(comm, [&] {
            sent = Buffer(first.back() * element_bytes);
            received = Buffer(asked_first.back() * element_bytes);
            for (std::size_t place = 0; place < asked_offsets.size(); ++place)
                places.insert(places.end(), as_size(asked_first[place + 1] - asked_first[place]), asked_offsets[place]);
        });
        auto const starts_of = [](std::vector<Index> const& starts, std::vector<Index> const& entries) {
            std::vector<Index> result;
            for (Index const start : starts) result.push_back(entries[as_size(start)]);
            return result;
        };
        auto const mine = starts_of(order.starts, first);
        auto const owned = starts_of(asked_starts, asked_first);
        for (Index copy = 0; copy < copies; ++copy)
            for_each_slot(copy, [&](Index value, Index slot) {
                std::memcpy(sent.data() + first[as_size(slot)]++ * element_bytes, source + value * element_bytes,
                            as_size(element_bytes));
            });
        exchange(true, sent.data(), mine, received.data(), owned, element_bytes);
        combiner.scatter(received.data(), places, target, element_bytes);
    }

    /// Starts the transfer of a send or get.
    void begin_exchange(bool to_owners) {
        start(to_owners, travelling.data(), order.starts, asked.data(), asked_starts, element_bytes);
    }

    void exchange(bool to_owners, std::byte* mine, std::byte* owned, Index bytes) {
        exchange(to_owners, mine, order.starts, owned, asked_starts, bytes);
    }
    void exchange(bool to_owners, std::byte* mine, std::vector<Index> const& my_starts, std::byte* owned,
                  std::vector<Index> const& owned_starts, Index bytes) {
        start(to_owners, mine, my_starts, owned, owned_starts, bytes);
        wait_all();
    }

    /// Transfers `bytes` per entry between two lists: by slot on this rank's side, by offset on the owner's. The starts tell
    /// which entries belong to which rank. A rank's own entries are copied.
    void start(bool to_owners, std::byte* mine, std::vector<Index> const& my_starts, std::byte* owned,
               std::vector<Index> const& owned_starts, Index bytes) {
        if (trace != nullptr) trace->begin(comm);
        carried.clear();
        for (int step = 1; step < comm.size(); ++step) {
            Rank const peer = (comm.rank() + (to_owners ? comm.size() - step : step)) % comm.size();
            auto const& starts = to_owners ? owned_starts : my_starts;
            receive(peer, to_owners ? owned : mine, starts, bytes);
        }
        for (int step = 1; step < comm.size(); ++step) {
            Rank const peer = (comm.rank() + (to_owners ? step : comm.size() - step)) % comm.size();
            auto const& starts = to_owners ? my_starts : owned_starts;
            send(peer, to_owners ? mine : owned, starts, bytes);
        }
        auto const self = as_size(comm.rank());
        std::byte* const here = mine + my_starts[self] * bytes;
        std::byte* const there = owned + owned_starts[self] * bytes;
        auto const own = as_size((my_starts[self + 1] - my_starts[self]) * bytes);
        if (own > 0) std::memcpy(to_owners ? there : here, to_owners ? here : there, own);
    }
    void wait_all() {
        if (trace != nullptr) record_all();
        requests.wait_all();
    }

  private:
    /// The message of a request, for the trace.
    struct Carried {
        bool is_send = false;
        Rank peer = 0;
        Index bytes = 0;
        double start = 0;
    };

    void send(Rank peer, std::byte const* data, std::vector<Index> const& starts, Index bytes) {
        Index const count = starts[as_size(peer) + 1] - starts[as_size(peer)];
        if (count == 0) return;
        carried.push_back({true, peer, count * bytes, trace != nullptr ? trace->now() : 0});
        requests.send(comm, peer, data + starts[as_size(peer)] * bytes, ByteBlock(count * bytes));
    }
    void receive(Rank peer, std::byte* data, std::vector<Index> const& starts, Index bytes) {
        Index const count = starts[as_size(peer) + 1] - starts[as_size(peer)];
        if (count == 0) return;
        carried.push_back({false, peer, count * bytes, 0});
        requests.receive(comm, peer, data + starts[as_size(peer)] * bytes, ByteBlock(count * bytes));
    }
    /// Waits for one request at a time. None is started meanwhile, so request numbers are indices in `carried`.
    void record_all() {
        while (auto const ended = requests.wait_any()) {
            Carried const& message = carried[*ended];
            if (message.is_send)
                trace->sent(0, message.peer, message.bytes, message.start, trace->now());
            else
                trace->received(0, message.peer, trace->now());
        }
    }

    std::vector<Carried> carried; // by request
};

namespace {

/// Returns the starts of the offsets that each rank names here.
std::vector<Index> asked_starts_of(Communicator const& comm, std::vector<Index> const& starts) {
    std::vector<Index> counts;
    for (std::size_t r = 0; r + 1 < starts.size(); ++r) counts.push_back(starts[r + 1] - starts[r]);
    std::vector<Index> asked(counts.size());
    check_mpi(MPI_Alltoall(counts.data(), 1, MPI_INT64_T, asked.data(), 1, MPI_INT64_T, comm.handle()), "MPI_Alltoall");
    std::vector<Index> result{0};
    for (Index const count : asked) result.push_back(result.back() + count);
    return result;
}

/// Returns the indices as they are, or widened into `room`.
std::span<Index const> wide_list(IndexListView const& indices, std::vector<Index>& room) {
    if (indices.wide() != nullptr) return {indices.wide(), indices.size()};
    room.resize(indices.size());
    indices.copy_to(0, room);
    return room;
}

} // namespace

Result<void> IndexRoute::find_order(State& state, ElementAddresses const& addresses, IndexListView const& indices,
                                    RouteOptions const& options) {
    Mapping const& mapping = addresses.mapping();
    Communicator const& own = state.comm;
    auto const transport = state.transport;
    if (options.merge != Merge::Never && DenseIndices::suits(mapping, indices.size()))
        state.dense = DenseIndices::make(mapping, indices);
    if (state.dense) {
        RouteOptions const each_once{.merge = Merge::Never, .every_copy = options.every_copy};
        state.order = wire_order(addresses, own.size(), own.rank(), state.dense->named(), each_once, transport);
        state.order.merged = true;
        return {};
    }
    std::vector<Index> room;
    auto const list = wide_list(indices, room);
    if (auto const valid = check_indices(mapping, indices, list, own.rank()); !valid) return valid;
    state.order = wire_order(addresses, own.size(), own.rank(), list, options, transport);
    return {};
}

Result<IndexRoute> IndexRoute::make(ElementAddresses const& addresses, MPI_Comm comm, IndexListView const& indices,
                                    RouteOptions options) {
    Mapping const& mapping = addresses.mapping();
    auto state = std::make_unique<State>(Communicator::duplicate(comm), mapping.array().type.bytes);
    Communicator const& own = state->comm;
    state->copies = options.every_copy ? mapping.replicas() : 1;
    state->reaches_all = state->copies == mapping.replicas();
    TRY(check_ranks(mapping, own.size()));
    state->transport = shares_a_node(own) ? IndexTransport::SharedMemory : IndexTransport::Network;
    TRY(together(own, [&] { return find_order(*state, addresses, indices, options); }));
    state->some_rank_merges = on_any(own, state->order.merged);
    state->asked_starts = asked_starts_of(own, state->order.starts);
    all_or_none(own, [&] {
        state->asked_offsets.resize(as_size(state->asked_starts.back()));
        state->travelling = Buffer(state->order.starts.back() * state->element_bytes);
        state->asked = Buffer(state->asked_starts.back() * state->element_bytes);
        if (state->dense) state->table = Buffer(mapping.volume() * state->element_bytes);
    });
    state->exchange(true, reinterpret_cast<std::byte*>(state->order.offsets.data()),
                    reinterpret_cast<std::byte*>(state->asked_offsets.data()), Index{sizeof(Index)});
    state->order.offsets = {}; // only the owners need them
    return IndexRoute(std::move(state));
}

IndexRoute::IndexRoute(std::unique_ptr<State> state) : state_(std::move(state)) {}
IndexRoute::IndexRoute(IndexRoute&&) noexcept = default;
IndexRoute& IndexRoute::operator=(IndexRoute&&) noexcept = default;
IndexRoute::~IndexRoute() = default;

void IndexRoute::begin_send(void const* values, void* array, SendCombiner const& combiner) {
    State& state = *state_;
    require(state.reaches_all, "IndexRoute::send to an array that is kept in copies needs a route made with .every_copy");
    state.begin(State::Task::Send, values, array);
    state.combiner = combiner;
    if (!combiner.associative() && state.some_rank_merges) {
        state.under_way = State::Task::SendOneByOne;
        return;
    }
    if (state.dense)
        state.merge_densely();
    else if (state.order.merged)
        state.merge();
    else
        for (Index copy = 0; copy < state.copies; ++copy)
            scatter_elements(state.source, state.slots_of(copy), state.travelling.data(), state.element_bytes);
    state.begin_exchange(true);
}

void IndexRoute::begin_get(void const* array, void* values) {
    State& state = *state_;
    state.begin(State::Task::Get, array, values);
    gather_elements(state.source, state.asked_offsets, state.asked.data(), state.element_bytes);
    state.begin_exchange(false);
}

void IndexRoute::end() {
    State& state = *state_;
    require(state.under_way != State::Task::None, "IndexRoute::end: nothing is under way; call begin_send() or begin_get() first");
    State::Task const task = std::exchange(state.under_way, State::Task::None);
    if (task == State::Task::SendOneByOne) return state.send_one_by_one();
    state.wait_all();
    if (task == State::Task::Send)
        state.combiner.scatter(state.asked.data(), state.asked_offsets, state.target, state.element_bytes);
    else if (state.dense)
        state.hand_out_densely(state.target);
    else
        gather_elements(state.travelling.data(), state.slots_of(0), state.target, state.element_bytes);
}

void IndexRoute::send(void const* values, void* array, SendCombiner const& combiner) {
    begin_send(values, array, combiner);
    end();
}

void IndexRoute::get(void const* array, void* values) {
    begin_get(array, values);
    end();
}

void IndexRoute::record(TraceRecorder* trace) {
    state_->trace = trace;
}

std::vector<Index> IndexRoute::travelling() const {
    auto const& starts = state_->order.starts;
    std::vector<Index> counts;
    for (std::size_t r = 0; r + 1 < starts.size(); ++r) counts.push_back(starts[r + 1] - starts[r]);
    return counts;
}

IndexRouteCosts IndexRoute::costs() const {
    State const& state = *state_;
    IndexRouteCosts costs{.values = state.dense ? state.dense->values() : std::ssize(state.slots_of(0)),
                          .merged = state.order.merged,
                          .dense = state.dense.has_value()};
    auto const& starts = state.order.starts;
    for (std::size_t r = 0; r + 1 < starts.size(); ++r) {
        if (r == as_size(state.comm.rank()) || starts[r + 1] == starts[r]) continue;
        costs.travel += starts[r + 1] - starts[r];
        ++costs.messages;
    }
    costs.buffer_bytes = state.travelling.size() + state.asked.size() + state.table.size() +
                         (state.dense ? state.dense->bytes() + std::ssize(state.dense->named()) * Index{sizeof(Index)} : 0) +
                         (std::ssize(state.order.wire_slots) + std::ssize(state.asked_offsets)) * Index{sizeof(Index)};
    return costs;
}

} // namespace tessera
