// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parts that all ranks read together: aggregators read pieces that suit the file and send everybody's elements on.
#pragma once

#include "libcore/io/copy_tiles.hpp"
#include "libcore/runtime/access/phase_messages.hpp"
#include "libcore/runtime/file_copy/part_buffer.hpp"
#include "libcore/runtime/file_copy/part_reader.hpp"
#include "libcore/runtime/memory/memory_account.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace tessera {

/// The target's dimensions as the source's file orders them, in which pieces are read; those that the source does not have are the
/// slowest.
[[nodiscard]] std::vector<int> source_order(CopyTask const& task);

/// Two-phase access (Thakur 6.2) with a third dimension of time: one tile after the other, each within the memory.
class TileExchange {
  public:
    TileExchange(Comm const& comm, CopyTask const& task, CopyPlan const& plan, CopyTiles const& tiles, CopyParts const& parts,
                 PartReader& reader, MemoryAccount& account);

    /// What this rank got of a tile.
    struct Got {
        bool complete = false;
        std::uint64_t checksum = 0; ///< as PartReader::read()
    };
    /// For each rank the box that is wanted of its part; nothing where it has none, or wants nothing of it.
    using Wanted = std::vector<std::optional<std::vector<Run>>>;
    /// Collective. Fills what is wanted of this rank's part of the tile.
    [[nodiscard]] Got fill(Index tile, Wanted const& wanted, PartBuffer& part);

  private:
    /// In front of the elements of a message.
    struct Head {
        std::uint64_t complete = 1; ///< 0: something could not be read
        std::uint64_t checksum = 0;
    };
    static_assert(sizeof(Head) == message_overhead);
    /// What one piece gives to one rank's part, at a place in a message.
    struct Share {
        CopyTiles::Piece const* piece = nullptr;
        std::vector<Run> box;
        ElementPlace place; ///< of its elements behind the first of them
        Index offset = 0;   ///< in the message
        Index end = 0;
    };
    /// What this rank's pieces give to one rank's part.
    struct Outgoing {
        Rank peer = 0;
        std::vector<Share> shares;
        std::byte* data = nullptr; ///< the message; null: it is this rank's own part
        Head head;
    };

    [[nodiscard]] std::vector<Share> shares(Wanted const& wanted, Rank aggregator, Rank rank) const;
    void expect(Wanted const& wanted, PartBuffer& part);
    void add(Head const& head);
    [[nodiscard]] bool read(std::vector<Run> const& box);
    void give(Share const& share, Outgoing& outgoing, PartBuffer& part);
    void give_all(CopyTiles::Piece const& piece, std::vector<Outgoing>& all, PartBuffer& part);
    void read_and_send(Wanted const& wanted, PartBuffer& part);

    Comm const& comm_;
    CopyTiles const& tiles_;
    CopyParts const& parts_;
    PartReader& reader_;
    std::vector<int> target_order_; // dimensions from fastest to slowest
    ElementPlace numbers_;          // of the target's elements
    Index element_bytes_;
    PartBuffer piece_;
    PhaseMessages messages_;
    std::vector<CopyTiles::Piece> pieces_; // of the tile at hand
    Got got_;
    DeferredFailure failure_; // of other kinds
};

} // namespace tessera
