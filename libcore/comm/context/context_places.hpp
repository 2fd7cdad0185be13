// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the offsets of a context's elements in a rank's memory.
#pragma once

#include "libcore/comm/context/context.hpp"
#include "libcore/mapping/local_layout.hpp"

#include <algorithm>

namespace tessera {

/// Calls visit(number, offset, count) for all active elements, ascending. Each call has `count` elements that are consecutive in
/// memory, from `offset` (in elements, in the allocation). Their numbers in the context begin at `number`. Without shadow and
/// padding the calls are the context's runs. Precondition: the positions of the context are the elements that the layout owns.
template <class Visit>
void for_each_contiguous_run(Context const& context, LocalLayout const& layout, Visit const& visit) {
    // The fastest dimensions that are dense in memory form a row. Rows may have gaps between them.
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
    Index row_end = 0;
    Index shift = 0; // difference between offset and number in the current row
    auto const enter_row_of = [&](Index number) {
        Index const begin = number / row * row;
        row_end = begin + row;
        shift = offset_of_row(number / row) - begin;
    };
    auto const visit_run = [&](Run run) {
        if (run.begin >= row_end) enter_row_of(run.begin);
        for (; run.end > row_end; enter_row_of(run.begin)) {
            visit(run.begin, run.begin + shift, row_end - run.begin);
            run.begin = row_end;
        }
        visit(run.begin, run.begin + shift, run.end - run.begin);
    };
    context.for_each_part(visit_run, [&](Index first, Index stride, Index count) {
        while (count > 0) {
            if (first >= row_end) enter_row_of(first);
            bool const all = first + (count - 1) * stride < row_end;
            Index const here = all ? count : (row_end - 1 - first) / stride + 1;
            Index const end = first + here * stride;
            for (Index const to_offset = shift; first < end; first += stride) visit(first, first + to_offset, Index{1});
            count -= here;
        }
    });
}

} // namespace tessera
