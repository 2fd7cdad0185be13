// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how much work a phase is, and who does it.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/sets/run.hpp"
#include "libcore/spec/phase_statement.hpp"

#include <vector>

namespace tessera {

/// The work of a phase over the array that it is done on, as a table over those dimensions that it depends on. Where these have no
/// more than `most_cells` elements together, each has its own cell and all sums are exact; else a cell stands for a few indices
/// side by side, and one of its elements for all of them, drawn by a fixed rule: the middle ones might all be of one colour of a
/// checkerboard.
class WorkTable {
  public:
    static constexpr Index most_cells = Index{1} << 20;

    /// `on`: the array. Error: the work of some element is negative, or no number.
    [[nodiscard]] static Result<WorkTable> make(PhaseStatement const& phase, ArraySpec const& on);

    [[nodiscard]] double total() const { return total_; } ///< operations for all elements
    /// Are its sums estimates? See above.
    [[nodiscard]] bool is_sampled() const { return sampled_; }
    [[nodiscard]] bool depends_on(int dim) const;
    /// The work of each index of a dimension: all elements that have it together.
    [[nodiscard]] std::vector<double> along(int dim) const;

    /// Operations of each grid position, where the owners do the work; each copy of a replicated array does all of it.
    /// Precondition: a mapping of the same array. Cost: the cells, and the ranks.
    [[nodiscard]] std::vector<double> loads(Mapping const& mapping) const;

  private:
    struct Axis {
        int dim = 0;
        Index cell = 1; ///< indices per cell, side by side; the last one may have fewer
        Index cells = 1;
        Index extent = 0;
        bool repeats = false;                      ///< then a cell has every cells-th index
        [[nodiscard]] Run run(Index number) const; ///< where it does not repeat
        [[nodiscard]] Index size(Index number) const;
        /// Which share of a cell a coordinate owns.
        [[nodiscard]] double share(Index number, DimMapping const& mapping, Index coord) const;
    };
    WorkTable() = default;
    void choose_cells(PhaseStatement const& phase);
    void take_periods(PhaseStatement const& phase);
    [[nodiscard]] Result<void> fill(PhaseStatement const& phase);
    [[nodiscard]] std::vector<double> contracted(std::vector<double> const& table, Axis const& axis, Index inner,
                                                 DimMapping const& mapping) const;

    ArraySpec array_;
    std::vector<Axis> axes_;    // those dimensions that the work depends on
    std::vector<double> table_; // work per cell, the last axis fastest; of one index of all other dimensions
    double total_ = 0;
    bool sampled_ = false;
};

} // namespace tessera
