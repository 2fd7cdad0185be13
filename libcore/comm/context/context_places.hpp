// SPDX-License-Identifier: BSD-3-Clause
// Tessera: where the elements of a context lie in a rank's memory.
#pragma once

#include "libcore/comm/context/context.hpp"
#include "libcore/mapping/local_layout.hpp"

#include <algorithm>

namespace tessera {

/// Calls visit(number, offset, count) for all active elements, ascending: `count` of them, consecutive in memory from `offset` on
/// (in elements, in the allocation), whose numbers in the context begin with `number`. Without shadow and padding these are the
/// context's runs. Precondition: the context counts what the layout owns.
template <class Visit>
void for_each_stretch(Context const& context, LocalLayout const& layout, Visit const& visit) {
    // The fastest dimensions, as many as lie densely, make a row; rows may stand apart.
    auto const& order = layout.permutation();
    Index row = 1;
    std::size_t outer = 0;
    for (; outer < order.size() && layout.strides()[as_size(order[outer])] == row; ++outer)
        row *= layout.local_shape()[as_size(order[outer])];
    auto const offset_of_row = [&](Index number) {
        Index offset = layout.first_offset();
        for (std::size_t k = outer; k < order.size(); ++k) {
            Index const extent = layout.local_shape()[as_size(order[k])];
            offset += number % extent * layout.strides()[as_size(order[k])];
            number /= extent;
        }
        return offset;
    };
    context.for_each_run([&](Run run) {
        while (!run.empty()) {
            Index const end = std::min(run.end, (run.begin / row + 1) * row);
            visit(run.begin, offset_of_row(run.begin / row) + run.begin % row, end - run.begin);
            run.begin = end;
        }
    });
}

} // namespace tessera
