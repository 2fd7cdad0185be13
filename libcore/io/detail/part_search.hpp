// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the search for the shape of the parts of a copy.
#pragma once

#include "libcore/io/copy_plan.hpp"
#include "libcore/io/detail/copy_demand.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// Searches the shape of the parts. Each dimension has a ladder of lengths, from the smallest unit that the target's chunks allow
/// to the whole extent. It has powers of two, and the lengths of the source's chunks. The search tries all combinations, then
/// lengthens the best shape until the memory is used. Among shapes that cost hardly more than the best, it takes the one with the
/// least memory, and cuts it into units.
class PartSearch {
  public:
    PartSearch(CopyTask const& task, Access access);

    /// Returns the plan, or nothing if no shape fits the memory.
    [[nodiscard]] std::optional<CopyPlan> run();
    /// Returns the memory that a rank needs for the smallest shape.
    [[nodiscard]] Index least_memory() const;

  private:
    using Ladders = std::vector<std::vector<Index>>;
    [[nodiscard]] Ladders ladders() const;
    [[nodiscard]] std::vector<Index> ladder(std::size_t d, Index factor) const;
    void descend(Ladders const& ladders, Extents& shape);
    void lengthen(std::size_t d);
    void consider(Extents const& shape);
    void save_memory();
    void cut_into_units();
    [[nodiscard]] double cost_of_units(CopyPlan const& plan) const;
    [[nodiscard]] Extents with_whole_stripes(Extents shape) const;
    /// Returns the step of lengths along a dimension. Lengths are multiples of it, or of chunks.
    [[nodiscard]] Index step(std::size_t d) const;
    /// Returns the plans with parts of this shape: one, or one per dimension along which tiles can lie. They may exceed the memory.
    [[nodiscard]] std::vector<CopyPlan> plans(CopyParts const& parts) const;
    [[nodiscard]] Index bytes_of(Index elements) const;
    void add_tiles(CopyParts const& parts, CopyPlan& plan) const;
    [[nodiscard]] std::size_t read_dim(CopyParts const& parts, CopyPlan const& plan) const;
    void estimate(CopyParts const& parts, CopyPlan& plan);
    [[nodiscard]] Index memory_for(CopyPlan const& plan) const; ///< bytes per rank
    [[nodiscard]] Index least_memory_for(Extents const& shape) const;
    [[nodiscard]] CopyAxis const& axis(std::size_t d) const { return task_.map.axes[d]; }

    CopyTask const& task_;
    Access access_;
    Index staging_;
    CopyDemand demand_;
    std::optional<CopyPlan> best_;
    struct Tried {
        double cost;
        Index memory; ///< bytes per rank
        Extents shape;
    };
    std::vector<Tried> tried_;
};

} // namespace tessera
