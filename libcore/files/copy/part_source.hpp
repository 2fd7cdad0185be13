// SPDX-License-Identifier: BSD-3-Clause
// Tessera: decides which rank reads which part in which turn.
#pragma once

#include "libcore/files/copy/damage.hpp"
#include "libcore/files/copy/part_buffer.hpp"
#include "libcore/files/copy/part_reader.hpp"
#include "libcore/files/copy/tile_exchange.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace tessera {

/// A unit of a part (copy_units.hpp) whose elements are set.
struct UnitFill {
    Index unit = 0;
    std::uint64_t checksum = 0; ///< checksum of its elements by their positions in the target
    bool damaged = false;       ///< parts of it could not be read
};

/// Gives out parts in turns. In a turn each rank has at most one part.
class PartSource {
  public:
    /// `salvages`: elements that cannot be read get the fill value (PartReader::fill_in()). Keeps references to all other
    /// arguments.
    PartSource(CopyParts const& parts, CopyParts const& units, PartReader& reader, bool salvages)
        : parts_(parts), units_(units), reader_(reader), salvages_(salvages) {}
    virtual ~PartSource() = default;
    [[nodiscard]] virtual Index turns() const = 0;
    [[nodiscard]] virtual std::optional<Index> part(Index turn, Rank rank) const = 0;
    /// Returns whether all ranks must take their turns at the same time.
    [[nodiscard]] virtual bool together() const = 0;
    /// Reads the elements of the `wanted` units of this rank's part. `wanted` ascends, and is empty if the rank has no part.
    /// Returns the units that were read or salvaged. damage() lists what could not be read, on the rank that found it.
    [[nodiscard]] virtual std::vector<UnitFill> fill(Index turn, std::vector<Index> const& wanted, PartBuffer& part) = 0;
    [[nodiscard]] std::vector<Damage> const& damage() const { return damage_; }

  protected:
    /// Returns the smallest box that contains all these units.
    [[nodiscard]] std::vector<Run> box_of(std::vector<Index> const& wanted) const;
    /// Returns the units after their box was read, with checksums. `taken`: the result of PartReader::read(). Throws if the
    /// elements in memory do not match it.
    [[nodiscard]] std::vector<UnitFill> filled(std::vector<Index> const& wanted, std::optional<std::uint64_t> taken,
                                               PartBuffer& part) const;
    /// Called when the box could not be read. Reads it again in pieces that can fail independently.
    [[nodiscard]] std::vector<UnitFill> read_again(std::vector<Index> const& wanted, PartBuffer& part);

    CopyParts const& parts_;
    CopyParts const& units_;
    PartReader& reader_;

  private:
    bool salvages_;
    std::vector<Damage> damage_;
};

/// Each rank reads its own parts.
class OwnParts final : public PartSource {
  public:
    OwnParts(Communicator const& comm, CopyParts const& parts, CopyParts const& units, PartReader& reader, bool salvages)
        : PartSource(parts, units, reader, salvages), comm_(comm) {}
    [[nodiscard]] Index turns() const override;
    [[nodiscard]] std::optional<Index> part(Index turn, Rank rank) const override;
    [[nodiscard]] bool together() const override { return false; }
    [[nodiscard]] std::vector<UnitFill> fill(Index turn, std::vector<Index> const& wanted, PartBuffer& part) override;

  private:
    Communicator const& comm_;
};

/// All ranks read a tile together, with two-phase access.
class SharedTiles final : public PartSource {
  public:
    SharedTiles(Communicator const& comm, CopyTask const& task, CopyPlan const& plan, CopyParts const& parts,
                CopyParts const& units, PartReader& reader, MemoryAccount& account, bool salvages);
    [[nodiscard]] Index turns() const override { return tiles_.count(); }
    [[nodiscard]] std::optional<Index> part(Index turn, Rank rank) const override { return tiles_.part(turn, rank); }
    [[nodiscard]] bool together() const override { return true; }
    [[nodiscard]] std::vector<UnitFill> fill(Index turn, std::vector<Index> const& wanted, PartBuffer& part) override;

  private:
    [[nodiscard]] TileExchange::Wanted wanted_by_all(std::optional<std::vector<Run>> const& mine) const;

    Communicator const& comm_;
    CopyTiles tiles_;
    TileExchange exchange_;
};

} // namespace tessera
