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

/// What a part was filled with.
struct PartFill {
    std::uint64_t checksum = 0; ///< as PartReader::read()
    bool damaged = false;       ///< not all of it could be read
};

/// Parts come in turns of at most one for each rank.
class PartSource {
  public:
    /// `salvages`: elements that cannot be read are filled in (PartReader::fill_in()).
    explicit PartSource(bool salvages) : salvages_(salvages) {}
    virtual ~PartSource() = default;
    [[nodiscard]] virtual Index turns() const = 0;
    [[nodiscard]] virtual std::optional<Index> part(Index turn, Rank rank) const = 0;
    /// Do all ranks have to take their turns at the same time?
    [[nodiscard]] virtual bool together() const = 0;
    /// Sets the elements of this rank's part. Returns nothing where the rank has no part, does not want it, or where it could not
    /// be read and is not to be salvaged. What could not be read damage() says, on the rank that found out.
    [[nodiscard]] virtual std::optional<PartFill> fill(Index turn, bool wanted, PartBuffer& part) = 0;
    [[nodiscard]] std::vector<Damage> const& damage() const { return damage_; }

  protected:
    /// A part could not be read: reads it once more, in pieces that fail by themselves. Returns as fill().
    [[nodiscard]] std::optional<PartFill> read_again(std::vector<Run> const& box, PartReader& reader, PartBuffer& part);

  private:
    bool salvages_;
    std::vector<Damage> damage_;
};

/// Every rank reads its own parts.
class OwnParts final : public PartSource {
  public:
    OwnParts(Comm const& comm, CopyParts const& parts, PartReader& reader, bool salvages)
        : PartSource(salvages), comm_(comm), parts_(parts), reader_(reader) {}
    [[nodiscard]] Index turns() const override;
    [[nodiscard]] std::optional<Index> part(Index turn, Rank rank) const override;
    [[nodiscard]] bool together() const override { return false; }
    [[nodiscard]] std::optional<PartFill> fill(Index turn, bool wanted, PartBuffer& part) override;

  private:
    Comm const& comm_;
    CopyParts const& parts_;
    PartReader& reader_;
};

/// All ranks read a tile together, two-phase.
class SharedTiles final : public PartSource {
  public:
    SharedTiles(Comm const& comm, CopyTask const& task, CopyPlan const& plan, CopyParts const& parts, PartReader& reader,
                MemoryAccount& account, bool salvages);
    [[nodiscard]] Index turns() const override { return tiles_.count(); }
    [[nodiscard]] std::optional<Index> part(Index turn, Rank rank) const override { return tiles_.part(turn, rank); }
    [[nodiscard]] bool together() const override { return true; }
    [[nodiscard]] std::optional<PartFill> fill(Index turn, bool wanted, PartBuffer& part) override;

  private:
    Comm const& comm_;
    CopyParts const& parts_;
    PartReader& reader_;
    CopyTiles tiles_;
    TileExchange exchange_;
};

} // namespace tessera
