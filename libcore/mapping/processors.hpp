// SPDX-License-Identifier: BSD-3-Clause
// Tessera: declared processor arrangements, and the section of one that a distribution uses.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tessera {

/// The order in which grid coordinates get ranks. Row-major is the default (PITFALLS Fig. 17).
enum class GridOrder { RowMajor, ColumnMajor };

/// One axis of a mesh of ranks with the user's name. One step along it adds `weight` to the rank.
struct NamedAxis {
    std::string name;
    Index extent = 1;
    Index weight = 1;
};

/// The axes of the mesh that the user wrote, kept for output. Names do not change the mapping, so all compare equal.
struct AxisNames {
    std::vector<NamedAxis> axes;
    friend bool operator==(AxisNames const&, AxisNames const&) { return true; }
};

/// The coordinates that the user's notation gives to position 0 of a grid, such as ScaLAPACK's RSRC and CSRC; empty: all 0. They
/// do not change the mapping, so all compare equal.
struct GridOrigin {
    Extents at;
    friend bool operator==(GridOrigin const&, GridOrigin const&) { return true; }
};

/// PROCESSORS P(lower:upper, ...). The coordinates get the real ranks in `order`; empty `ranks` means 0, 1, 2, ...
struct Processors {
    std::string name = "P";
    Extents lower;
    Extents extents;
    std::vector<Rank> ranks;
    GridOrder order = GridOrder::RowMajor;
    AxisNames names = {};
    GridOrigin origin = {}; ///< one coordinate per dimension, or none; ignored for sections
    friend bool operator==(Processors const&, Processors const&) = default;
};

/// One subscript of ONTO P(...): a triplet in P's own bounds (inclusive, both ends within them, any stride but 0). If `scalar`, it
/// is the one coordinate `first`, which removes that dimension of the arrangement.
struct OntoSubscript {
    Index first = 0;
    Index last = 0;
    Index stride = 1;
    bool scalar = false;
    friend bool operator==(OntoSubscript const&, OntoSubscript const&) = default;
};

/// The grid of a mapping: coordinates from 0, positions row-major over them, and the real rank at each position.
class ProcessorGrid {
  public:
    /// Makes the grid. `onto` empty: the whole arrangement. An arrangement without dimensions is one processor. Errors: extents not
    /// positive; more processors than an int counts; a rank that is negative or listed twice; a number of ranks other than the
    /// number of processors; a section that is empty or out of bounds; a number of subscripts other than the number of dimensions.
    [[nodiscard]] static Result<ProcessorGrid> make(Processors const& processors, std::span<OntoSubscript const> onto);

    [[nodiscard]] int dims() const { return static_cast<int>(extents_.size()); }
    [[nodiscard]] Extents const& extents() const { return extents_; }
    [[nodiscard]] Index size() const { return size_; } ///< number of positions
    [[nodiscard]] Rank rank(Index position) const {
        return ranks_.empty() ? static_cast<Rank>(position) : ranks_[as_size(position)];
    }
    /// Returns the position of a real rank, or nothing if the rank is not in the grid. O(1) or O(log size).
    [[nodiscard]] std::optional<Index> position(Rank rank) const;
    [[nodiscard]] Index coordinate(Index position, int dim) const;
    [[nodiscard]] Extents coordinates(Index position) const;
    /// Returns the number that the user's notation gives to a coordinate: they differ if the grid has an origin.
    [[nodiscard]] Index named_coordinate(Index coordinate, int dim) const {
        return origin_.empty() ? coordinate : (coordinate + origin_[as_size(dim)]) % extents_[as_size(dim)];
    }
    [[nodiscard]] Extents named_coordinates(Index position) const;
    [[nodiscard]] Index position_at(std::span<Index const> coordinates) const;
    /// Returns the rank of each position of the grid that begins at the coordinates `first` of this one and goes around its ends.
    [[nodiscard]] std::vector<Rank> ranks_from(std::span<Index const> first) const;
    /// Returns the same ranks in a grid where each dimension joins some of this one, listed from the fastest to the slowest.
    /// Precondition: each dimension is listed once.
    [[nodiscard]] ProcessorGrid joined(std::span<std::vector<std::size_t> const> dims) const;
    [[nodiscard]] Rank max_rank() const { return max_rank_; }

  private:
    /// Gives position p the rank whose number in the arrangement is first + sum of coordinate * step.
    void assign_ranks(std::span<Rank const> ranks, Index first, Extents const& steps);

    Extents extents_;
    Extents strides_; // row-major
    Extents origin_;  // named coordinates of position 0; empty: all 0
    Index size_ = 1;
    Rank max_rank_ = 0;
    std::vector<Rank> ranks_;                       // indexed by position; empty: the identity
    std::vector<std::pair<Rank, Index>> positions_; // (rank, position), sorted; empty: the identity
};

} // namespace tessera
