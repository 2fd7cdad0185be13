// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the lines of an array along one dimension, in a rank's memory.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/comm/axis_plan.hpp"
#include "libcore/mapping/local_layout.hpp"

#include <vector>

namespace tessera {

/// Lines with neighbouring elements in memory form a row and are combined together. So the array is walked in memory order for
/// any dimension (pC*, table 3.3). Along the dimension that varies fastest a row has one line. Offsets are in elements from
/// the start of the allocation.
class AxisLines {
  public:
    AxisLines(LocalLayout const& layout, int dim);

    [[nodiscard]] Index lines() const { return lines_; }
    [[nodiscard]] Index row_length() const { return row_length_; }
    /// Returns the offset between neighbouring elements of a line.
    [[nodiscard]] Index stride() const { return stride_; }
    /// Returns the number of elements of a line on this rank.
    [[nodiscard]] Index count() const { return count_; }

    /// Calls visit(offset of its first element, number of its first line) for every row, lines ascending.
    template <class Visit>
    void for_each_row(Visit const& visit) const {
        if (lines_ == 0) return;
        std::vector<Index> at(outer_.size(), 0);
        Index offset = first_;
        for (Index line = 0; line < lines_; line += row_length_) {
            visit(offset, line);
            for (std::size_t d = 0; d < outer_.size(); ++d) {
                offset += outer_[d].stride;
                if (++at[d] < outer_[d].count) break;
                offset -= outer_[d].stride * outer_[d].count;
                at[d] = 0;
            }
        }
    }

  private:
    struct Outer {
        Index count;
        Index stride;
    };
    Index lines_ = 1;
    Index row_length_ = 1;
    Index stride_ = 1;
    Index count_ = 0;
    Index first_ = 0;
    std::vector<Outer> outer_; // the dimensions across rows, fastest first
};

/// Returns the runs of the dimension that one coordinate owns, ascending, as positions among all indices it owns.
[[nodiscard]] std::vector<Run> local_runs(AxisPlan const& plan, Index coord);

} // namespace tessera
