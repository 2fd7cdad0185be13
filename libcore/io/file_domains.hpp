// SPDX-License-Identifier: BSD-3-Clause
// Tessera: file domains: which aggregator reads or writes which part of a file (Thakur 6.4).
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/io/fad.hpp"
#include "libcore/sets/periodic_set.hpp"
#include "libcore/spec/io_statement.hpp"

#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// Domains end between units: each unit has one reader, and one writer.
enum class FileUnit {
    Auto,  ///< Slab where there are enough of them to keep all aggregators busy, else Chunk where there are chunks, else Element
    Slab,  ///< FileLayout::slab_positions(): columns of a Fortran matrix, as in the paper
    Chunk, ///< a contiguous file is one chunk
    Bytes, ///< blocks of unit_bytes of the file: stripes
    Element
};

struct DomainSettings {
    DomainKind kind = DomainKind::Dynamic;
    FileUnit unit = FileUnit::Auto;
    Index unit_bytes = 0; ///< how long a unit is, where units are Bytes
    Index block = 1;      ///< how many units an aggregator gets at a time, where domains are BlockCyclic
    /// How many aggregators; by default as many as find work (see chosen_aggregators()).
    std::optional<Index> aggregators = std::nullopt;
    /// Which ranks they are, one after the other; by default members of the group, evenly spread.
    std::vector<Rank> ranks = {};
};

/// The bounding section (6.4.2) cut among aggregators. Costs nothing that grows with the file.
class FileDomains {
  public:
    /// Errors: no aggregators, more than ranks are given, a block or unit below 1; bytes as unit where no element begins at a
    /// multiple of it or where a table says where chunks lie.
    [[nodiscard]] static Result<FileDomains> make(Fad const& fad, DomainSettings const& settings);

    [[nodiscard]] DomainKind kind() const { return kind_; }
    [[nodiscard]] FileUnit unit() const { return unit_; } ///< never Auto
    [[nodiscard]] Index unit_positions() const { return unit_positions_; }
    /// The positions that are divided: whole units from the first wanted element to the last, or the whole file.
    [[nodiscard]] Run bounding() const { return bounding_; }

    [[nodiscard]] Index count() const { return static_cast<Index>(ranks_.size()); } ///< aggregators, idle ones included
    [[nodiscard]] std::span<Rank const> ranks() const { return ranks_; }
    [[nodiscard]] PeriodicSet domain(Index aggregator) const; ///< positions
    /// Precondition: bounding().contains(position).
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
    Index phase_ = 0; // units begin at this position plus multiples of unit_positions_, except for the first
    Run bounding_;
    Index first_unit_ = 0;
    Index units_ = 0; // in the bounding section
    Index block_ = 1; // units that one aggregator gets at a time
    std::vector<Rank> ranks_;
};

/// As many of the group as have at least `bytes_of_a_request` bytes (io_prices.hpp) of the bounding section each: with less, a
/// request costs more than it brings.
[[nodiscard]] Index chosen_aggregators(Fad const& fad);

} // namespace tessera
