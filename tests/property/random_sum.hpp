// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random copies that add up.
#pragma once

#include "tests/property/generators.hpp"

#include <algorithm>
#include <rapidcheck.h>

namespace tessera::oracle {

/// A random copy, some of whose dimensions are added up, or combined otherwise; now and then none. One of the target's stays.
inline RandomCopy random_sum() {
    RandomCopy sum = random_copy();
    for (CopyAxis& axis : sum.map.axes) {
        bool const both = axis.source && axis.target && axis.extent > 1;
        if (!both || sum.target_extents.size() < 2 || one_in(3)) continue;
        int const dim = axis.target->dim;
        sum.target_extents.erase(sum.target_extents.begin() + dim);
        axis.target.reset();
        for (CopyAxis& other : sum.map.axes)
            if (other.target && other.target->dim > dim) --other.target->dim;
    }
    bool const adds = std::ranges::any_of(sum.map.axes, [](CopyAxis const& axis) { return !axis.target && axis.extent > 1; });
    if (adds) sum.map.op = *rc::gen::element(ReduceOp::Sum, ReduceOp::Product, ReduceOp::Min, ReduceOp::Max);
    return sum;
}

} // namespace tessera::oracle
