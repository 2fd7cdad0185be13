// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a general send without a route: values carry their places along, in packets (pC*, sections 5.2 and 5.3).
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/comm/element_addresses.hpp"
#include "libcore/comm/index/merge_switch.hpp"
#include "libcore/comm/index/packet_places.hpp"
#include "libcore/comm/index/wire_order.hpp"
#include "libcore/runtime/comm/index/send_combiner.hpp"

#include <memory>
#include <mpi.h>
#include <optional>
#include <span>

namespace tessera {

struct PacketOptions {
    Index memory = Index{1} << 22; ///< bytes of all packets of a rank, those that come among them
    Merge merge = Merge::Auto;     ///< within a packet; Auto: as long as the switch of Fig. 5.5 finds that it pays
    PlaceSearch search = PlaceSearch::Hash;
    std::optional<MergeRates> rates; ///< of the switch; absent: with the threshold for the search and for what carries the packets
};

struct PacketCosts {
    Index values = 0;  ///< of this rank
    Index packed = 0;  ///< into packets, after merging
    Index merged = 0;  ///< that met another one in their packet
    Index rounds = 0;  ///< in which all ranks exchange packets
    Index packets = 0; ///< sent to other ranks, empty ones not counted
    Index buffer_bytes = 0;
};

/// For lists that are used once, or are too long to be kept: memory is bounded however many values there are. Each rank fills one
/// packet for each destination until one is full; then all ranks exchange theirs. Every run gives the same result: what comes in a
/// round is applied in the order of the ranks, and of their values.
class IndexPackets {
  public:
    /// Collective; ranks of the mapping are ranks of `comm`. `addresses` must outlive it.
    /// Error: the mapping names ranks that the communicator does not have.
    [[nodiscard]] static Result<IndexPackets> make(ElementAddresses const& addresses, MPI_Comm comm, PacketOptions options = {});

    IndexPackets(IndexPackets&&) noexcept;
    IndexPackets& operator=(IndexPackets&&) noexcept;
    ~IndexPackets();

    /// array[indices[i]] = values[i], or combined with it, in every copy of the array. Collective; ranks may have any number of
    /// values. `array`: this rank's allocation in its LocalLayout. Error, the same on all ranks, before anything is sent: an index
    /// outside of the array.
    [[nodiscard]] Result<void> send(std::span<Index const> indices, void const* values, void* array,
                                    SendCombiner const& combiner = {});

    /// Of the last send.
    [[nodiscard]] PacketCosts costs() const;

  private:
    struct State;
    explicit IndexPackets(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace tessera
