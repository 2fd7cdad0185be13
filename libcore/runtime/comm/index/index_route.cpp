// SPDX-License-Identifier: BSD-3-Clause
// Tessera: general send and get (pC*, chapter 5).
#include "libcore/runtime/comm/index/index_route.hpp"

#include "libcore/comm/index/wire_order.hpp"
#include "libcore/runtime/comm/index/index_checks.hpp"
#include "libcore/runtime/comm/index/index_kernels.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/node.hpp"
#include "libcore/runtime/mpi/request_set.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace tessera {

struct IndexRoute::State {
    State(Comm own, Index bytes) : comm(std::move(own)), element_bytes(bytes) {}

    Comm comm;
    Index element_bytes;
    Index copies = 1; // of each element, that a value goes to
    bool reaches_all = true;
    WireOrder order;
    std::vector<Index> asked_starts;  // by rank: the first of the places that it names in this rank's memory
    std::vector<Index> asked_offsets; // the places
    Buffer travelling;                // values by slot
    Buffer asked;                     // values of the places that others name

    /// By value, where it stands on its way to a copy.
    [[nodiscard]] std::span<Index const> slots_of(Index copy) const {
        std::size_t const values = order.wire_slots.size() / as_size(copies);
        return std::span(order.wire_slots).subspan(as_size(copy) * values, values);
    }

    /// Puts the values for one slot together: those for the first copy, from which the other copies' are taken.
    void merge(std::byte const* values, SendCombiner const& combiner) {
        combiner.merge(values, slots_of(0), travelling.data(), order.starts.back(), element_bytes);
        for (Index copy = 1; copy < copies; ++copy) {
            auto const first = slots_of(0);
            auto const other = slots_of(copy);
            for (std::size_t i = 0; i < first.size(); ++i)
                std::memcpy(travelling.data() + other[i] * element_bytes, travelling.data() + first[i] * element_bytes,
                            as_size(element_bytes));
        }
    }

    /// Carries `bytes` per entry between the two lists: entries by slot on this rank's side, by place on the owner's. What a rank
    /// has for itself is copied.
    void exchange(bool to_owners, std::byte* mine, std::byte* owned, Index bytes) {
        RequestSet requests;
        for (int step = 1; step < comm.size(); ++step) {
            Rank const peer = (comm.rank() + (to_owners ? comm.size() - step : step)) % comm.size();
            auto const& starts = to_owners ? asked_starts : order.starts;
            receive(requests, peer, to_owners ? owned : mine, starts, bytes);
        }
        for (int step = 1; step < comm.size(); ++step) {
            Rank const peer = (comm.rank() + (to_owners ? step : comm.size() - step)) % comm.size();
            auto const& starts = to_owners ? order.starts : asked_starts;
            send(requests, peer, to_owners ? mine : owned, starts, bytes);
        }
        auto const self = as_size(comm.rank());
        std::byte* const here = mine + order.starts[self] * bytes;
        std::byte* const there = owned + asked_starts[self] * bytes;
        auto const own = as_size((order.starts[self + 1] - order.starts[self]) * bytes);
        if (own > 0) std::memcpy(to_owners ? there : here, to_owners ? here : there, own);
        requests.wait_all();
    }

  private:
    void send(RequestSet& requests, Rank peer, std::byte const* data, std::vector<Index> const& starts, Index bytes) const {
        Index const count = starts[as_size(peer) + 1] - starts[as_size(peer)];
        if (count > 0) requests.send(comm, peer, data + starts[as_size(peer)] * bytes, ByteBlock(count * bytes));
    }
    void receive(RequestSet& requests, Rank peer, std::byte* data, std::vector<Index> const& starts, Index bytes) const {
        Index const count = starts[as_size(peer) + 1] - starts[as_size(peer)];
        if (count > 0) requests.receive(comm, peer, data + starts[as_size(peer)] * bytes, ByteBlock(count * bytes));
    }
};

namespace {

/// From every rank how many places it names here, as starts.
std::vector<Index> asked_starts_of(Comm const& comm, std::vector<Index> const& starts) {
    std::vector<Index> counts;
    for (std::size_t r = 0; r + 1 < starts.size(); ++r) counts.push_back(starts[r + 1] - starts[r]);
    std::vector<Index> asked(counts.size());
    check_mpi(MPI_Alltoall(counts.data(), 1, MPI_INT64_T, asked.data(), 1, MPI_INT64_T, comm.handle()), "MPI_Alltoall");
    std::vector<Index> result{0};
    for (Index const count : asked) result.push_back(result.back() + count);
    return result;
}

} // namespace

Result<IndexRoute> IndexRoute::make(ElementAddresses const& addresses, MPI_Comm comm, std::span<Index const> indices,
                                    RouteOptions options) {
    Mapping const& mapping = addresses.mapping();
    auto state = std::make_unique<State>(Comm::duplicate(comm), mapping.array().type.bytes);
    Comm const& own = state->comm;
    state->copies = options.every_copy ? mapping.replicas() : 1;
    state->reaches_all = state->copies == mapping.replicas();
    if (auto const enough = check_ranks(mapping, own.size()); !enough) return forward_error(enough);
    auto const transport = shares_a_node(own) ? IndexTransport::SharedMemory : IndexTransport::Network;
    auto const ordered = together(own, [&]() -> Result<void> {
        if (auto const valid = check_indices(mapping, indices); !valid) return valid;
        state->order = wire_order(addresses, own.size(), own.rank(), indices, options, transport);
        return {};
    });
    if (!ordered) return forward_error(ordered);
    state->asked_starts = asked_starts_of(own, state->order.starts);
    all_or_none(own, [&] {
        state->asked_offsets.resize(as_size(state->asked_starts.back()));
        state->travelling = Buffer(state->order.starts.back() * state->element_bytes);
        state->asked = Buffer(state->asked_starts.back() * state->element_bytes);
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

void IndexRoute::send(void const* values, void* array, SendCombiner const& combiner) {
    State& state = *state_;
    assert(state.reaches_all && (!state.order.merged || combiner.associative()));
    auto const* const from = static_cast<std::byte const*>(values);
    if (state.order.merged)
        state.merge(from, combiner);
    else
        for (Index copy = 0; copy < state.copies; ++copy)
            scatter_elements(from, state.slots_of(copy), state.travelling.data(), state.element_bytes);
    state.exchange(true, state.travelling.data(), state.asked.data(), state.element_bytes);
    combiner.scatter(state.asked.data(), state.asked_offsets, static_cast<std::byte*>(array), state.element_bytes);
}

void IndexRoute::get(void const* array, void* values) {
    State& state = *state_;
    gather_elements(static_cast<std::byte const*>(array), state.asked_offsets, state.asked.data(), state.element_bytes);
    state.exchange(false, state.travelling.data(), state.asked.data(), state.element_bytes);
    gather_elements(state.travelling.data(), state.slots_of(0), static_cast<std::byte*>(values), state.element_bytes);
}

IndexRouteCosts IndexRoute::costs() const {
    State const& state = *state_;
    IndexRouteCosts costs{.values = std::ssize(state.slots_of(0)), .merged = state.order.merged};
    auto const& starts = state.order.starts;
    for (std::size_t r = 0; r + 1 < starts.size(); ++r) {
        if (r == as_size(state.comm.rank()) || starts[r + 1] == starts[r]) continue;
        costs.travel += starts[r + 1] - starts[r];
        ++costs.messages;
    }
    costs.buffer_bytes = state.travelling.size() + state.asked.size() +
                         (std::ssize(state.order.wire_slots) + std::ssize(state.asked_offsets)) * Index{sizeof(Index)};
    return costs;
}

} // namespace tessera
