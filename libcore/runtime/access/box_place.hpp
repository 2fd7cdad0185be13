// SPDX-License-Identifier: BSD-3-Clause
// Tessera: where the elements of a box lie in memory, cell by cell.
#pragma once

#include "libcore/runtime/access/element_place.hpp"
#include "libcore/sets/run.hpp"

#include <cstddef>
#include <vector>

namespace tessera {

/// One dimension of a box in memory; strides in bytes.
struct BoxDim {
    Run range;      ///< the box's indices
    Index cell = 1; ///< neighbours that lie `stride` apart
    Index stride = 0;
    Index cell_stride = 0;
    Index first = range.begin; ///< the index whose cell is the first in memory

    [[nodiscard]] Index offset(Index index) const {
        Index const within = index - first;
        return within / cell * cell_stride + within % cell * stride;
    }
};

/// The box is cut into cells from its first element on. Each is gapless, and they lie one behind the other, permutation[0] fastest
/// in both; those that reach beyond the box are whole, too.
class BoxPlace {
  public:
    BoxPlace() = default;
    /// `cell`: the shape of a cell; empty: the box is one.
    BoxPlace(std::vector<Run> const& box, std::vector<int> const& permutation, Extents const& cell, Index element_bytes);

    /// The same memory, seen as holding nothing but `box`, which lies within this one.
    [[nodiscard]] BoxPlace narrowed(std::vector<Run> const& box) const;

    [[nodiscard]] std::vector<BoxDim> const& dims() const { return dims_; }
    [[nodiscard]] Index elements() const; ///< of the box
    [[nodiscard]] Index cell_bytes() const { return cell_bytes_; }
    [[nodiscard]] Index bytes() const; ///< of all cells
    /// Does a cell reach beyond the box?
    [[nodiscard]] bool is_ragged() const;
    [[nodiscard]] AxisSide side(std::size_t d) const;
    [[nodiscard]] ElementPlace place() const;

  private:
    std::vector<BoxDim> dims_;
    Index cell_bytes_ = 0;
};

} // namespace tessera
