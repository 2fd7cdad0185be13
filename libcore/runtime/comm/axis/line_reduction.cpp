// SPDX-License-Identifier: BSD-3-Clause
// Tessera: combines each line of one rank's part to one element.
#include "libcore/runtime/comm/axis/line_reduction.hpp"

#include <array>

namespace tessera {
namespace {

/// Folds lines along the dimension that varies fastest, several at a time.
void fold_lines(AxisLines const& lines, Combiner const& combiner, std::byte const* part, std::byte* result) {
    Index const bytes = combiner.type().bytes;
    std::array<std::byte const*, Combiner::together> rows{};
    Index done = 0;
    lines.for_each_row([&](Index first, Index line) {
        rows[as_size(line - done)] = part + first * bytes;
        if (line + 1 - done < Combiner::together) return;
        combiner.fold_rows(rows, lines.stride(), lines.count(), result + done * bytes);
        done = line + 1;
    });
    for (Index line = done; line < lines.lines(); ++line)
        combiner.fold(rows[as_size(line - done)], lines.stride(), lines.count(), result + line * bytes);
}

} // namespace

void reduce_lines(AxisLines const& lines, Combiner const& combiner, std::byte const* part, std::byte* result, LineWalk walk) {
    combiner.fill_identity(result, lines.lines());
    Index const bytes = combiner.type().bytes;
    Index const length = lines.row_length();
    bool const axial = walk == LineWalk::Axial || (walk == LineWalk::Auto && length == 1);
    if (axial && length == 1) return fold_lines(lines, combiner, part, result);
    lines.for_each_row([&](Index first, Index line) {
        std::byte* const place = result + line * bytes;
        if (axial) {
            for (Index k = 0; k < length; ++k)
                combiner.fold(part + (first + k) * bytes, lines.stride(), lines.count(), place + k * bytes);
            return;
        }
        for (Index i = 0; i < lines.count(); ++i)
            combiner.combine(place, part + (first + i * lines.stride()) * bytes, place, length);
    });
}

} // namespace tessera
