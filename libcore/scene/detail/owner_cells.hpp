// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a small picture of the owners of an array.
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/scene/scene.hpp"

#include <optional>
#include <string>

namespace tessera::detail {

struct OwnerPicture {
    double x = 0, y = 0;
    double size = 96;                          ///< side of the square
    Index cells = 16;                          ///< largest number in each direction; twice as many if cells mix several ranks
    double pale = 0;                           ///< share of white in the colours
    std::optional<Index> phase = std::nullopt; ///< phase in the tags of the cells
};

/// Draws the elements of all ranks, including all copies. If elements of several ranks are smaller than a pixel, their mean colour
/// is used. Neighbouring cells with the same owners form one rectangle.
void add_owner_cells(Scene& scene, Mapping const& mapping, OwnerPicture const& picture);

/// Returns the drawn part of an array of more than two dimensions, such as "A(i,j,1)"; an empty text if all of it is drawn.
[[nodiscard]] std::string drawn_slice(Mapping const& mapping);

} // namespace tessera::detail
