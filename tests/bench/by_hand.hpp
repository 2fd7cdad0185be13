// SPDX-License-Identifier: BSD-3-Clause
// Tessera: redistributions as a careful programmer writes them with MPI alone, from lists that are made beforehand.
#pragma once

#include "libcore/mapping/local_layout.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <algorithm>
#include <cstring>
#include <mpi.h>
#include <numeric>
#include <vector>

namespace tessera::bench {

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
    Lists() : sends(as_size(Communicator::world().size())), receives(sends.size()) {}

    /// `shifted`: by how much in each dimension, on a torus.
    void add(Mapping const& from, Mapping const& to, Extents const& shifted) {
        Index const bytes = from.array().type.bytes;
        Rank const me = Communicator::world().rank();
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

inline void by_requests(Packed& packed, std::byte const* source, std::byte* target) {
    Communicator const world = Communicator::world();
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

inline void by_alltoallv(Packed& packed, std::byte const* source, std::byte* target) {
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

} // namespace tessera::bench
