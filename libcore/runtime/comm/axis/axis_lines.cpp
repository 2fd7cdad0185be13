// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the lines of an array along one dimension, in a rank's memory.
#include "libcore/runtime/comm/axis/axis_lines.hpp"

namespace tessera {

AxisLines::AxisLines(LocalLayout const& layout, int dim)
    : stride_(layout.strides()[as_size(dim)]), count_(layout.local_shape()[as_size(dim)]), first_(layout.first_offset()) {
    for (int const d : layout.permutation()) {
        Index const count = layout.local_shape()[as_size(d)];
        if (d == dim) continue;
        lines_ *= count;
        bool const row = layout.strides()[as_size(d)] == 1 && row_length_ == 1;
        if (row)
            row_length_ = count;
        else
            outer_.push_back({count, layout.strides()[as_size(d)]});
    }
    if (count_ == 0) lines_ = 0;
}

std::vector<Run> local_runs(AxisPlan const& plan, Index coord) {
    std::vector<Run> runs;
    Index before = 0;
    for (AxisRun const& run : plan.runs()) {
        if (run.coord != coord) continue;
        runs.push_back({before, before + run.indices.size()});
        before += run.indices.size();
    }
    return runs;
}

} // namespace tessera
