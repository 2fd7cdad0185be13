// SPDX-License-Identifier: BSD-3-Clause
// Tessera: file domains: the part of a file that each aggregator reads or writes (Thakur 6.4).
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/io/fad.hpp"
#include "libcore/sets/periodic_set.hpp"
#include "libcore/spec/io_statement.hpp"

#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// The unit of file domains. Domains end between units, so each unit has one reader or one writer.
enum class FileUnit {
    Auto,  ///< Slab if there are enough to keep all aggregators busy, else Chunk if there are chunks, else Element
    Slab,  ///< FileLayout::slab_positions(): columns of a Fortran matrix, as in the paper
    Chunk, ///< a contiguous file is one chunk
    Bytes, ///< blocks of unit_bytes of the file: stripes
    Element
};

struct DomainSettings {
    DomainKind kind = DomainKind::Dynamic;
    FileUnit unit = FileUnit::Auto;
    Index unit_bytes = 0; ///< length of a unit, for Bytes
    Index block = 1;      ///< number of units that an aggregator gets at a time, for BlockCyclic
    /// Number of aggregators; by default as many as have work (see chosen_aggregators()).
    std::optional<Index> aggregators = std::nullopt;
    /// Ranks of the aggregators, in order; by default members of the group, evenly spread.
    std::vector<Rank> ranks = {};
};

/// The bounding section (6.4.2), divided among aggregators. No cost depends on the size of the file.
class FileDomains {
  public:
    /// Makes the domains. Errors: no aggregators, or more than the given ranks; a block or unit below 1; unit Bytes if no element
    /// begins at a multiple of it, or if a table gives the addresses of chunks.
    [[nodiscard]] static Result<FileDomains> make(Fad const& fad, DomainSettings const& settings);

    [[nodiscard]] DomainKind kind() const { return kind_; }
    [[nodiscard]] FileUnit unit() const { return unit_; } ///< never Auto
    [[nodiscard]] Index unit_positions() const { return unit_positions_; }
    /// Returns the positions that are divided: whole units from the first wanted element to the last, or the whole file.
    [[nodiscard]] Run bounding() const { return bounding_; }

    [[nodiscard]] Index count() const { return static_cast<Index>(ranks_.size()); } ///< number of aggregators, including idle ones
    [[nodiscard]] std::span<Rank const> ranks() const { return ranks_; }
    [[nodiscard]] PeriodicSet domain(Index aggregator) const; ///< in positions
    /// Returns the aggregator of a position. Precondition: bounding().contains(position).
    [[nodiscard]] Index aggregator_of(Index position) const;

  private:
    [[nodiscard]] Result<void> set_ranks(Fad const& fad, DomainSettings const& settings);
    [[nodiscard]] Result<void> set_unit(FileLayout const& layout, DomainSettings const& settings, Run wanted);
    [[nodiscard]] Result<void> set_stripes(FileLayout const& layout, Index stripe);
    [[nodiscard]] Index unit_of(Index position) const;
    [[nodiscard]] Index position_of(Index unit) const { return phase_ + unit * unit_positions_; }

    DomainKind kind_ = DomainKind::Dynamic;
    FileUnit unit_ = FileUnit::Slab;
    Index unit_positions_ = 1;
    Index phase_ = 0; // units begin at this position plus multiples of unit_positions_, except the first unit
    Run bounding_;
    Index first_unit_ = 0;
    Index units_ = 0; // number of units in the bounding section
    Index block_ = 1; // number of units that one aggregator gets at a time
    std::vector<Rank> ranks_;
};

/// Returns the bytes of the bounding section over `bytes_of_a_request` (io_prices.hpp), rounded up, from 1 to the number of
/// members. With fewer bytes per aggregator, a request costs more than it saves.
[[nodiscard]] Index chosen_aggregators(Fad const& fad);

} // namespace tessera
