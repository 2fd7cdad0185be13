// SPDX-License-Identifier: BSD-3-Clause
// Tessera: two-phase reading of parts: aggregators read pieces that suit the file and send the elements on.
#pragma once

#include "libcore/files/access/phase_messages.hpp"
#include "libcore/files/copy/part_buffer.hpp"
#include "libcore/files/copy/part_reader.hpp"
#include "libcore/io/copy_tiles.hpp"
#include "libcore/runtime/memory/memory_account.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace tessera {

/// Returns the target's dimensions in the storage order of the source, fastest first. Dimensions that the source does not have come
/// last, as the slowest.
[[nodiscard]] std::vector<int> source_order(CopyTask const& task);

/// Two-phase access (Thakur 1995, section 6.2), one tile after the other, so that each fits the memory.
class TileExchange {
  public:
    TileExchange(Communicator const& comm, CopyTask const& task, CopyPlan const& plan, CopyTiles const& tiles,
                 CopyParts const& parts, PartReader& reader, MemoryAccount& account);

    /// The result of fill() on this rank.
    struct FillResult {
        bool complete = false;
        std::uint64_t checksum = 0; ///< checksum as PartReader::read() returns it
    };
    /// The box that each rank needs of its part; nothing if it has no part or needs nothing of it.
    using Wanted = std::vector<std::optional<std::vector<Run>>>;
    /// Collective. Fills the box that this rank needs of its part of the tile.
    [[nodiscard]] FillResult fill(Index tile, Wanted const& wanted, PartBuffer& part);

  private:
    /// Header of a message, before the elements.
    struct Head {
        std::uint64_t complete = 1; ///< 0: parts of the source could not be read
        std::uint64_t checksum = 0;
    };
    static_assert(sizeof(Head) == message_overhead);
    /// The elements of one piece for one rank's part, at an offset in a message.
    struct Share {
        CopyTiles::Piece const* piece = nullptr;
        std::vector<Run> box;
        ElementLocation place; ///< places of the elements, relative to the first
        Index offset = 0;      ///< bytes from the beginning of the message
        Index end = 0;
    };
    /// The elements of this rank's pieces for one rank's part.
    struct Outgoing {
        Rank peer = 0;
        std::vector<Share> shares;
        std::byte* data = nullptr; ///< the message; null for this rank's own part
        Head head;
    };

    [[nodiscard]] std::vector<Share> shares(Wanted const& wanted, Rank aggregator, Rank rank) const;
    void expect(Wanted const& wanted, PartBuffer& part);
    void add(Head const& head);
    [[nodiscard]] bool read(std::vector<Run> const& box);
    void give(Share const& share, Outgoing& outgoing, PartBuffer& part);
    void give_all(CopyTiles::Piece const& piece, std::vector<Outgoing>& all, PartBuffer& part);
    void read_and_send(Wanted const& wanted, PartBuffer& part);

    Communicator const& comm_;
    CopyTiles const& tiles_;
    CopyParts const& parts_;
    PartReader& reader_;
    std::vector<int> target_order_; // dimensions from fastest to slowest
    ElementLocation numbers_;       // the positions of the target's elements
    Index element_bytes_;
    PartBuffer piece_;
    PhaseMessages messages_;
    std::vector<CopyTiles::Piece> pieces_; // pieces of the current tile
    FillResult got_;
    DeferredFailure failure_; // failures other than unreadable data
};

} // namespace tessera
