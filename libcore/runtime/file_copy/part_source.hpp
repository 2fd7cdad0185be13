// SPDX-License-Identifier: BSD-3-Clause
// Tessera: who reads which part when.
#pragma once

#include "libcore/runtime/file_copy/damage.hpp"
#include "libcore/runtime/file_copy/part_buffer.hpp"
#include "libcore/runtime/file_copy/part_reader.hpp"
#include "libcore/runtime/file_copy/tile_exchange.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace tessera {

/// A unit of a part (copy_units.hpp) that has its elements.
struct UnitFill {
    Index unit = 0;
    std::uint64_t checksum = 0; ///< of its elements, by their positions in the target
    bool damaged = false;       ///< not all of it could be read
};

/// Parts come in turns of at most one for each rank.
class PartSource {
  public:
    /// `salvages`: elements that cannot be read are filled in (PartReader::fill_in()). Everything is used by reference.
    PartSource(CopyParts const& parts, CopyParts const& units, PartReader& reader, bool salvages)
        : parts_(parts), units_(units), reader_(reader), salvages_(salvages) {}
    virtual ~PartSource() = default;
    [[nodiscard]] virtual Index turns() const = 0;
    [[nodiscard]] virtual std::optional<Index> part(Index turn, Rank rank) const = 0;
    /// Do all ranks have to take their turns at the same time?
    [[nodiscard]] virtual bool together() const = 0;
    /// Sets the elements of these units of this rank's part; `wanted` ascends, and is empty where the rank has no part. Returns
    /// them without those that could not be read and are not to be salvaged. What could not be read damage() says, on the rank that
    /// found out.
    [[nodiscard]] virtual std::vector<UnitFill> fill(Index turn, std::vector<Index> const& wanted, PartBuffer& part) = 0;
    [[nodiscard]] std::vector<Damage> const& damage() const { return damage_; }

  protected:
    /// The least box that holds all these units.
    [[nodiscard]] std::vector<Run> box_of(std::vector<Index> const& wanted) const;
    /// The box was read. `taken`: its checksum as it came from the file, as PartReader::read().
    [[nodiscard]] std::vector<UnitFill> filled(std::vector<Index> const& wanted, std::optional<std::uint64_t> taken,
                                               PartBuffer& part) const;
    /// It could not be read: reads it once more, in pieces that fail by themselves.
    [[nodiscard]] std::vector<UnitFill> read_again(std::vector<Index> const& wanted, PartBuffer& part);

    CopyParts const& parts_;
    CopyParts const& units_;
    PartReader& reader_;

  private:
    bool salvages_;
    std::vector<Damage> damage_;
};

/// Every rank reads its own parts.
class OwnParts final : public PartSource {
  public:
    OwnParts(Comm const& comm, CopyParts const& parts, CopyParts const& units, PartReader& reader, bool salvages)
        : PartSource(parts, units, reader, salvages), comm_(comm) {}
    [[nodiscard]] Index turns() const override;
    [[nodiscard]] std::optional<Index> part(Index turn, Rank rank) const override;
    [[nodiscard]] bool together() const override { return false; }
    [[nodiscard]] std::vector<UnitFill> fill(Index turn, std::vector<Index> const& wanted, PartBuffer& part) override;

  private:
    Comm const& comm_;
};

/// All ranks read a tile together, two-phase.
class SharedTiles final : public PartSource {
  public:
    SharedTiles(Comm const& comm, CopyTask const& task, CopyPlan const& plan, CopyParts const& parts, CopyParts const& units,
                PartReader& reader, MemoryAccount& account, bool salvages);
    [[nodiscard]] Index turns() const override { return tiles_.count(); }
    [[nodiscard]] std::optional<Index> part(Index turn, Rank rank) const override { return tiles_.part(turn, rank); }
    [[nodiscard]] bool together() const override { return true; }
    [[nodiscard]] std::vector<UnitFill> fill(Index turn, std::vector<Index> const& wanted, PartBuffer& part) override;

  private:
    [[nodiscard]] TileExchange::Wanted wanted_by_all(std::optional<std::vector<Run>> const& mine) const;

    Comm const& comm_;
    CopyTiles tiles_;
    TileExchange exchange_;
};

} // namespace tessera
