// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the search for the shape of the parts of a copy.
#pragma once

#include "libcore/io/copy_plan.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// Tries shapes of parts: for each dimension a ladder of lengths from the smallest unit the target's chunks allow to the whole
/// extent, in powers of two and at the chunks of the source; then lengthens the best one until the memory is used.
class PartSearch {
  public:
    PartSearch(CopyTask const& task, ReadAccess access);

    /// Nothing where no shape fits the memory.
    [[nodiscard]] std::optional<CopyPlan> run();
    /// The plan with this shape, if it fits.
    [[nodiscard]] std::optional<CopyPlan> only(Extents const& shape);
    [[nodiscard]] Index memory_for(CopyParts const& parts) const; ///< of each rank
    /// What a rank needs for the smallest shape.
    [[nodiscard]] Index least_memory() const;

  private:
    using Ladders = std::vector<std::vector<Index>>;
    [[nodiscard]] Ladders ladders() const;
    [[nodiscard]] std::vector<Index> ladder(std::size_t d, Index factor) const;
    void descend(Ladders const& ladders, Extents& shape);
    void lengthen(std::size_t d);
    void consider(Extents const& shape);
    [[nodiscard]] CopyAxis const& axis(std::size_t d) const { return task_.map.axes[d]; }

    CopyTask const& task_;
    ReadAccess access_;
    Index staging_;
    std::optional<CopyPlan> best_;
    double best_cost_ = 0;
};

} // namespace tessera
