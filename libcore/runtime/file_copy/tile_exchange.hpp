// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parts that all ranks read together: aggregators read pieces that suit the file and send everybody's elements on.
#pragma once

#include "libcore/io/copy_tiles.hpp"
#include "libcore/runtime/file_copy/part_buffer.hpp"
#include "libcore/runtime/file_copy/part_reader.hpp"
#include "libcore/runtime/memory/memory_account.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <cstdint>
#include <string>
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
    /// Collective. Fills this rank's part of the tile, where it has one. `wanted`: which ranks' parts are wanted at all.
    [[nodiscard]] Got fill(Index tile, std::vector<bool> const& wanted, PartBuffer& part);

    /// Pieces of the last tile that this rank could not read: whose parts lack them, and why.
    struct Unread {
        Rank rank = 0;
        std::string why;
    };
    [[nodiscard]] std::vector<Unread> const& unread() const { return unread_; }

  private:
    /// What one piece gives to one rank's part, at a place in a message.
    struct Share {
        std::size_t piece = 0;
        std::size_t message = 0; ///< its number in the Side
        std::vector<Run> box;
        Index offset = 0; ///< in the buffer of the sender, or of the receiver
        [[nodiscard]] Index elements() const;
    };
    /// All shares of one message, behind its head.
    struct Message {
        Rank peer = 0;
        Index offset = 0; ///< in the buffer
        Index bytes = 0;
    };
    struct Side {
        std::vector<Share> shares;
        std::vector<Message> messages;
    };

    [[nodiscard]] Side side(Index tile, std::vector<bool> const& wanted, bool sending) const;
    void read_pieces(Index tile, Side const& sends);
    [[nodiscard]] std::uint64_t pack(Share const& share);
    [[nodiscard]] Got deliver(Message const& message, Side const& receives, PartBuffer& part) const;
    void unpack(Share const& share, PartBuffer& part) const;
    [[nodiscard]] ElementPlace in_message(Share const& share) const {
        return BoxPlace(share.box, target_order_, {}, element_bytes_).place();
    }
    [[nodiscard]] std::vector<Run> part_box(Index tile, Rank rank) const;
    [[nodiscard]] Index bytes(Share const& share) const { return share.elements() * element_bytes_; }

    Comm const& comm_;
    CopyTiles const& tiles_;
    CopyParts const& parts_;
    PartReader& reader_;
    std::vector<int> target_order_; // dimensions from fastest to slowest
    ElementPlace numbers_;          // of the target's elements
    Index element_bytes_;
    PartBuffer piece_;
    AccountedBuffer outgoing_;
    AccountedBuffer incoming_;
    std::vector<Unread> unread_;
    DeferredFailure failure_; // of other kinds
};

} // namespace tessera
