// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a general send without a route: values travel in packets with their target offsets (pC*, sections 5.2 and 5.3).
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/comm/element_addresses.hpp"
#include "libcore/comm/index/merge_switch.hpp"
#include "libcore/comm/index/packet_slots.hpp"
#include "libcore/comm/index/wire_order.hpp"
#include "libcore/runtime/comm/index/send_combiner.hpp"

#include <memory>
#include <mpi.h>
#include <optional>
#include <span>

namespace tessera {

struct PacketOptions {
    Index memory = Index{1} << 22; ///< bytes of all packets of a rank, including those received
    Merge merge = Merge::Auto;     ///< within a packet; Auto: as long as the switch of Fig. 5.5 finds it profitable
    PacketSearch search = PacketSearch::Hash;
    std::optional<MergeRates> rates; ///< of the switch; empty: thresholds for the search and the transport
};

struct PacketCosts {
    Index values = 0;  ///< values of this rank
    Index packed = 0;  ///< values put into packets, after merging
    Index merged = 0;  ///< values merged with another one in their packet
    Index rounds = 0;  ///< rounds in which all ranks exchange packets
    Index packets = 0; ///< packets sent to other ranks, without empty ones
    Index buffer_bytes = 0;
};

/// For lists that are used once or are too long to keep: memory is bounded for any number of values. Each rank fills one
/// packet per destination until one is full; then all ranks exchange their packets. Every execution gives the same result: the
/// values of a round are applied in the order of ranks, and in their order on each rank.
class IndexPackets {
  public:
    /// Collective; ranks of the mapping are ranks of `comm`. `addresses` must outlive this. Error: the mapping names ranks
    /// that the communicator does not have.
    [[nodiscard]] static Result<IndexPackets> make(ElementAddresses const& addresses, MPI_Comm comm, PacketOptions options = {});

    IndexPackets(IndexPackets&&) noexcept;
    IndexPackets& operator=(IndexPackets&&) noexcept;
    ~IndexPackets();

    /// Sets array[indices[i]] = values[i], or combines it with values[i], in every copy of the array. Ranks may have any
    /// number of values. `array`: this rank's allocation in its LocalLayout. Error, the same on all ranks and before any send:
    /// an index outside the array. Collective.
    [[nodiscard]] Result<void> send(std::span<Index const> indices, void const* values, void* array,
                                    SendCombiner const& combiner = {});

    /// Returns the costs of the last send.
    [[nodiscard]] PacketCosts costs() const;

  private:
    struct State;
    explicit IndexPackets(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace tessera
