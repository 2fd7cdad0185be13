// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the amount of work of a phase, and its distribution over ranks.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/sets/run.hpp"
#include "libcore/spec/phase_statement.hpp"

#include <vector>

namespace tessera {

/// The work of a phase, as a table over the dimensions of its array that the work depends on. If these have no more than
/// `most_cells` elements together, each has its own cell and all sums are exact. Otherwise a cell represents several adjacent
/// indices by one of its elements. This element is chosen by a pseudo-random rule, because the middle elements could all have one
/// colour of a checkerboard.
class WorkTable {
  public:
    static constexpr Index most_cells = Index{1} << 20;

    /// `on`: the array that determines the owner of the work. Error: the work of some element is negative or not a number.
    [[nodiscard]] static Result<WorkTable> make(PhaseStatement const& phase, ArraySpec const& on);

    [[nodiscard]] double total() const { return total_; } ///< operations of all elements
    /// Returns whether the sums are estimates (see above).
    [[nodiscard]] bool is_sampled() const { return sampled_; }
    [[nodiscard]] bool depends_on(int dim) const;
    /// Returns the work of each index of a dimension: the sum over all elements with this index.
    [[nodiscard]] std::vector<double> along(int dim) const;

    /// Returns the operations of each grid position if the owners do the work. Each copy of a replicated array does all of it.
    /// Precondition: a mapping of the same array. Cost: the cells, and the ranks.
    [[nodiscard]] std::vector<double> loads(Mapping const& mapping) const;

  private:
    struct Axis {
        int dim = 0;
        Index cell = 1; ///< adjacent indices per cell; the last cell may have fewer
        Index cells = 1;
        Index extent = 0;
        bool repeats = false;                      ///< true: a cell represents every cells-th index
        [[nodiscard]] Run run(Index number) const; ///< precondition: !repeats
        [[nodiscard]] Index size(Index number) const;
        /// Returns the share of a cell that a coordinate owns.
        [[nodiscard]] double share(Index number, DimMapping const& mapping, Index coord) const;
    };
    WorkTable() = default;
    void choose_cells(PhaseStatement const& phase);
    void take_periods(PhaseStatement const& phase);
    [[nodiscard]] Result<void> fill(PhaseStatement const& phase);
    [[nodiscard]] std::vector<double> contracted(std::vector<double> const& table, Axis const& axis, Index inner,
                                                 DimMapping const& mapping) const;

    ArraySpec array_;
    std::vector<Axis> axes_;    // the dimensions that the work depends on
    std::vector<double> table_; // work per cell, the last axis fastest; for one index of all other dimensions
    double total_ = 0;
    bool sampled_ = false;
};

} // namespace tessera
