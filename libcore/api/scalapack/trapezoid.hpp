// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the trapezoids that ScaLAPACK's p?trmr2d copies.
#pragma once

#include "libcore/api/scalapack/move_request.hpp"
#include "libcore/base/index.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/sets/run.hpp"

#include <vector>

namespace tessera::scalapack {

/// A rectangle of a submatrix, counted from 0.
struct Rectangle {
    Run rows;
    Run columns;
};

/// The part of a rows x columns submatrix that moves. The diagonal of an upper trapezoid ends in the last column, and that of a
/// lower one in the last row: an upper trapezoid with more rows than columns has full rows above, and one with more columns than
/// rows has full columns behind. A lower trapezoid mirrors this.
class Trapezoid {
  public:
    explicit Trapezoid(MoveRequest const& request);

    /// Returns the rows of a column that move; they may be none.
    [[nodiscard]] Run rows_of(Index column) const;
    /// Returns rectangles that cover the part, one for each strip of columns. They cover at most a quarter of the triangle more, or
    /// the triangles of strips of 64 columns.
    [[nodiscard]] std::vector<Rectangle> strips() const;

  private:
    [[nodiscard]] Run rows_of_strip(Run columns) const;

    Part part_;
    Index rows_;
    Index columns_;
    Index shift_; ///< row minus column of the first row that does not move (Upper) or that moves (Lower)
};

/// A run of elements in a rank's memory, in elements.
struct ElementRun {
    Index offset = 0;
    Index count = 0;
};

/// Returns the elements of this rank that the strips of a trapezoid overwrite and the trapezoid does not contain.
[[nodiscard]] std::vector<ElementRun> spared_runs(MoveRequest const& request, std::vector<Rectangle> const& strips,
                                                  LocalLayout const& target);

} // namespace tessera::scalapack
