// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a general send without a route: values travel in packets with their target offsets.
#include "libcore/runtime/comm/index/index_packets.hpp"

#include "libcore/base/try.hpp"
#include "libcore/runtime/comm/index/index_checks.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/node.hpp"
#include "libcore/runtime/mpi/request_set.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

namespace tessera {
namespace {

/// Returns the default rates of the switch: pC*'s thresholds for a linear search and for a tree. A hash table costs less than
/// a tree. With shared memory, merging saves little because a value travels cheaply.
MergeRates rates_for(PacketSearch search, IndexTransport transport) {
    MergeRates rates;
    if (search == PacketSearch::Linear) rates.threshold = 0.45;
    if (transport == IndexTransport::SharedMemory) rates.threshold = std::max(rates.threshold, worth_merging(transport));
    return rates;
}

} // namespace

struct IndexPackets::State {
    /// The values of a packet, preceded by a header: the number of values, and whether their rank is finished. So ranks need
    /// no other communication, and a round waits only once.
    class PacketValues {
      public:
        PacketValues(Index capacity, Index value_bytes) : line_(header_bytes + capacity * value_bytes) {}

        [[nodiscard]] std::byte* values() { return line_.data() + header_bytes; }
        [[nodiscard]] std::byte const* values() const { return line_.data() + header_bytes; }
        [[nodiscard]] std::byte* line() { return line_.data(); }
        [[nodiscard]] Index line_bytes(Index values_bytes) const { return header_bytes + values_bytes; }

        void announce(Index count, bool through) {
            Index const header = 2 * count + (through ? 1 : 0);
            std::memcpy(line_.data(), &header, sizeof header);
        }
        [[nodiscard]] Index count() const { return header() / 2; }
        [[nodiscard]] bool through() const { return header() % 2 == 1; }

      private:
        static constexpr Index header_bytes = 64; // a multiple of the alignment, so that values are aligned as the buffer is

        [[nodiscard]] Index header() const {
            Index header = 0;
            std::memcpy(&header, line_.data(), sizeof header);
            return header;
        }

        Buffer line_;
    };

    /// A packet to one rank.
    struct OutgoingPacket {
        OutgoingPacket(PacketSearch search, Index capacity, Index value_bytes, MergeRates const& rates)
            : places(search, capacity), content(capacity, value_bytes), merging(rates, capacity) {}

        PacketSlots places;
        PacketValues content;
        MergeSwitch merging;
    };

    struct IncomingPacket {
        IncomingPacket(Index capacity, Index value_bytes) : places(as_size(capacity)), content(capacity, value_bytes) {}

        std::vector<Index> places;
        PacketValues content;
    };

    State(ElementAddresses const& all, Communicator own, PacketOptions const& chosen)
        : addresses(&all), comm(std::move(own)), options(chosen), bytes(all.mapping().array().type.bytes) {
        Index const ranks = comm.size();
        Index const place = sizeof(Index);
        Index const each = PacketSlots::bytes_each(options.search) + bytes + place + bytes;
        capacity = std::max<Index>(options.memory / (ranks * each), 1);
        buffer_bytes = capacity * ranks * each;
    }

    /// Empties the packets and resets the switches.
    void begin(MergeRates const& rates) {
        outgoing.clear();
        for (int rank = 0; rank < comm.size(); ++rank) {
            outgoing.emplace_back(options.search, capacity, bytes, rates);
            if (std::ssize(incoming) < comm.size()) incoming.emplace_back(capacity, bytes);
        }
        costs = {.buffer_bytes = buffer_bytes};
    }

    /// Puts one value into the packet to a rank. Returns false if the packet is full.
    bool put(ElementAddresses::Address const& to, std::byte const* value, SendCombiner const& combiner) {
        OutgoingPacket& packet = outgoing[as_size(to.rank)];
        bool const looks =
            combiner.associative() && options.merge != Merge::Never && (options.merge == Merge::Always || packet.merging.looks());
        if (looks) {
            if (auto const entry = packet.places.find(to.offset)) {
                packet.merging.hit();
                ++costs.merged;
                std::array const slot{*entry};
                combiner.scatter(value, slot, packet.content.values(), bytes);
                return true;
            }
        }
        if (packet.places.full()) return false;
        if (looks) packet.merging.miss();
        std::memcpy(packet.content.values() + std::ssize(packet.places.places()) * bytes, value, as_size(bytes));
        packet.places.add(to.offset, looks);
        ++costs.packed;
        return true;
    }

    /// Sends every rank's packets to every other rank, including empty ones. Returns whether all ranks are finished.
    bool exchange_packets(bool through) {
        RequestSet requests;
        constexpr Index place = sizeof(Index);
        for (int step = 1; step < comm.size(); ++step) {
            Rank const peer = (comm.rank() + comm.size() - step) % comm.size();
            IncomingPacket& packet = incoming[as_size(peer)];
            requests.receive(comm, peer, reinterpret_cast<std::byte*>(packet.places.data()), ByteBlock(capacity * place));
            requests.receive(comm, peer, packet.content.line(), ByteBlock(packet.content.line_bytes(capacity * bytes)));
        }
        for (int step = 1; step < comm.size(); ++step) {
            Rank const peer = (comm.rank() + step) % comm.size();
            OutgoingPacket& packet = outgoing[as_size(peer)];
            auto const places = packet.places.places();
            Index const count = std::ssize(places);
            packet.content.announce(count, through);
            requests.send(comm, peer, reinterpret_cast<std::byte const*>(places.data()), ByteBlock(count * place));
            requests.send(comm, peer, packet.content.line(), ByteBlock(packet.content.line_bytes(count * bytes)));
            if (count > 0) ++costs.packets;
        }
        requests.wait_all();
        ++costs.rounds;
        bool over = through;
        for (Rank rank = 0; rank < comm.size(); ++rank)
            if (rank != comm.rank()) over = over && incoming[as_size(rank)].content.through();
        return over;
    }

    void apply(std::byte* array, SendCombiner const& combiner) {
        for (Rank rank = 0; rank < comm.size(); ++rank) {
            OutgoingPacket const& own = outgoing[as_size(rank)];
            IncomingPacket const& packet = incoming[as_size(rank)];
            if (rank == comm.rank())
                combiner.scatter(own.content.values(), own.places.places(), array, bytes);
            else
                combiner.scatter(packet.content.values(), std::span(packet.places).first(as_size(packet.content.count())), array,
                                 bytes);
        }
        for (OutgoingPacket& packet : outgoing) {
            if (packet.places.full()) packet.merging.packet_full();
            packet.places.clear();
        }
    }

    ElementAddresses const* addresses;
    Communicator comm;
    PacketOptions options;
    Index bytes; // bytes of a value
    Index capacity = 1;
    Index buffer_bytes = 0;
    IndexTransport transport = IndexTransport::Network;
    std::vector<OutgoingPacket> outgoing; // by rank
    std::vector<IncomingPacket> incoming;
    PacketCosts costs;
};

Result<IndexPackets> IndexPackets::make(ElementAddresses const& addresses, MPI_Comm comm, PacketOptions options) {
    auto state = std::make_unique<State>(addresses, Communicator::duplicate(comm), options);
    TRY(check_ranks(addresses.mapping(), state->comm.size()));
    if (shares_a_node(state->comm)) state->transport = IndexTransport::SharedMemory;
    return IndexPackets(std::move(state));
}

IndexPackets::IndexPackets(std::unique_ptr<State> state) : state_(std::move(state)) {}
IndexPackets::IndexPackets(IndexPackets&&) noexcept = default;
IndexPackets& IndexPackets::operator=(IndexPackets&&) noexcept = default;
IndexPackets::~IndexPackets() = default;

Result<void> IndexPackets::send(std::span<Index const> indices, void const* values, void* array, SendCombiner const& combiner) {
    State& state = *state_;
    Mapping const& mapping = state.addresses->mapping();
    TRY(together(state.comm, [&] { return check_indices(mapping, indices, indices, state.comm.rank()); }));
    MergeRates const rates = state.options.rates.value_or(rates_for(state.options.search, state.transport));
    all_or_none(state.comm, [&] { state.begin(rates); });
    state.costs.values = std::ssize(indices);
    // Each value is sent to each of its copies in turn.
    Index const all = std::ssize(indices) * mapping.replicas();
    Index next = 0;
    for (bool over = false; !over;) {
        for (; next < all; ++next) {
            Index const i = next / mapping.replicas();
            auto const to = state.addresses->of(indices[as_size(i)], next % mapping.replicas());
            if (!state.put(to, static_cast<std::byte const*>(values) + i * state.bytes, combiner)) break;
        }
        over = state.exchange_packets(next == all);
        state.apply(static_cast<std::byte*>(array), combiner);
    }
    return {};
}

PacketCosts IndexPackets::costs() const {
    return state_->costs;
}

} // namespace tessera
