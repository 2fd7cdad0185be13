// SPDX-License-Identifier: BSD-3-Clause
// Tessera: colours of elements with several owners.
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/scene/color.hpp"
#include "libcore/scene/pixel_axis.hpp"

#include <optional>

namespace tessera {

/// The meaning of a colour.
enum class OwnerColors {
    Ranks, ///< one colour per rank, see rank_color; the mean colour if several ranks own the elements under a pixel
    Places ///< the position in the processor grid, for too many ranks to distinguish by colour
};

/// Returns the suitable colouring for `ranks` ranks, where the share `mixed` (0 .. 1) of the picture has several owners.
[[nodiscard]] OwnerColors suiting_colors(Index ranks, double mixed);

/// The drawn dimensions of an array, and the owner coordinates in the others.
struct DrawnDims {
    std::optional<int> row; ///< absent: the array has one dimension
    int column = 0;
    Extents coords; ///< owner coordinates, one per array dimension; those of the drawn dimensions are ignored
};

/// Returns the mean colour of the ranks with these shares in both dimensions. If elements have copies, these are the ranks of copy
/// `lane`.
[[nodiscard]] Color mean_rank_color(Mapping const& mapping, DrawnDims const& dims, PixelShares const& row,
                                    PixelShares const& column, int lane);

/// Returns the mean position of the owners among `coords` coordinates, from 0 (first) to 1 (last).
[[nodiscard]] double mean_place(PixelShares const& shares, Index coords);

/// Returns the colour of a position among the processors along one dimension, from 0 (first) to 1 (last).
[[nodiscard]] Color place_color(double place);
/// The same for a grid with two drawn dimensions.
[[nodiscard]] Color place_color(double row_place, double column_place);

} // namespace tessera
