// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the colours of elements that several ranks own.
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/scene/color.hpp"
#include "libcore/scene/pixel_axis.hpp"

#include <optional>

namespace tessera {

/// What a colour stands for.
enum class OwnerColors {
    Ranks, ///< a rank each, see rank_color; where several ranks own the elements under a pixel, the mean of their colours
    Places ///< the place in the processor grid: more ranks than colours alternate too closely to be told apart
};

/// What suits so many ranks where this share (0 .. 1) of what is drawn has several owners.
[[nodiscard]] OwnerColors suiting_colors(Index ranks, double mixed);

/// The dimensions of an array that are drawn, and whose elements of the others.
struct DrawnDims {
    std::optional<int> row; ///< absent: one dimension only
    int column = 0;
    Extents coords; ///< of the owners, one per array dimension; those of the drawn dimensions count for nothing
};

/// The mean colour of the ranks that own such shares of both dimensions; where elements have copies, of the ranks of copy `lane`.
[[nodiscard]] Color mean_rank_color(Mapping const& mapping, DrawnDims const& dims, PixelShares const& row,
                                    PixelShares const& column, int lane);

/// Where owners stand on the average among so many coordinates, from 0 (first) to 1 (last).
[[nodiscard]] double mean_place(PixelShares const& shares, Index coords);

/// The colour of a place among the processors along one dimension, from 0 (first) to 1 (last).
[[nodiscard]] Color place_color(double place);
/// The same in a grid of which two dimensions are drawn.
[[nodiscard]] Color place_color(double row_place, double column_place);

} // namespace tessera
