// SPDX-License-Identifier: BSD-3-Clause
// Tessera: combines each line of one rank's part to one element.
#pragma once

#include "libcore/runtime/comm/axis/axis_lines.hpp"
#include "libcore/runtime/move/copy/combiner.hpp"

#include <cstddef>

namespace tessera {

/// Order of the walk through memory (pC*, section 3.2.4 and Table 3.3).
enum class LineWalk {
    Axial,  ///< line by line with one accumulator; neighbours are a stride apart
    Linear, ///< in memory order, with an accumulator for each line of a row
    Auto    ///< Axial along the dimension that varies fastest, else Linear: every cache line is used completely, once
};

/// Sets result[line] to the combination of the line's elements in `part`, ascending, for each of lines.lines(). All walks give
/// the same bits. Units of AxisLines are elements.
void reduce_lines(AxisLines const& lines, Combiner const& combiner, std::byte const* part, std::byte* result,
                  LineWalk walk = LineWalk::Auto);

} // namespace tessera
