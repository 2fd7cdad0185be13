// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the memory layout of a box, cell by cell.
#pragma once

#include "libcore/files/access/element_location.hpp"
#include "libcore/sets/run.hpp"

#include <cstddef>
#include <vector>

namespace tessera {

/// One dimension of a box in memory. Strides are in bytes.
struct BoxDim {
    Run range;      ///< indices of the box
    Index cell = 1; ///< number of consecutive indices that are `stride` apart
    Index stride = 0;
    Index cell_stride = 0;
    Index first = range.begin; ///< index at the start of the first cell in memory

    [[nodiscard]] Index offset(Index index) const {
        Index const within = index - first;
        return within / cell * cell_stride + within % cell * stride;
    }
};

/// A box in memory, cut into cells from its first element on. Each cell is contiguous; cells follow each other without a gap.
/// permutation[0] varies fastest within cells and among them. Cells that extend beyond the box are stored whole.
class BoxLayout {
  public:
    BoxLayout() = default;
    /// `cell`: the shape of a cell. Empty: the whole box is one cell.
    BoxLayout(std::vector<Run> const& box, std::vector<int> const& permutation, Extents const& cell, Index element_bytes);

    /// Returns the same memory reduced to `box`, a part of this box.
    [[nodiscard]] BoxLayout narrowed(std::vector<Run> const& box) const;

    [[nodiscard]] std::vector<BoxDim> const& dims() const { return dims_; }
    [[nodiscard]] Index elements() const; ///< elements of the box
    [[nodiscard]] Index cell_bytes() const { return cell_bytes_; }
    [[nodiscard]] Index bytes() const; ///< bytes of all cells
    /// Returns whether a cell extends beyond the box.
    [[nodiscard]] bool is_ragged() const;
    [[nodiscard]] AxisSide side(std::size_t d) const;
    [[nodiscard]] ElementLocation place() const;

  private:
    std::vector<BoxDim> dims_;
    Index cell_bytes_ = 0;
};

} // namespace tessera
