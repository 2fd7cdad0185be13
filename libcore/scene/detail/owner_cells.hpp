// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a small picture of who owns what, beside words that say it as a rule.
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/scene/scene.hpp"

#include <optional>
#include <string>

namespace tessera::detail {

struct OwnerPicture {
    double x = 0, y = 0;
    double size = 96;                          ///< it is a square
    Index cells = 16;                          ///< at most, in each direction; twice as many where they are of several ranks
    double pale = 0;                           ///< how far the colours go to white
    std::optional<Index> phase = std::nullopt; ///< that the cells are tagged with
};

/// Drawn from what the ranks own: all owners of elements that have copies, and where elements of several ranks are smaller than a
/// pixel, the mean of their colours. Cells side by side with the same owners are one rectangle.
void add_owner_cells(Scene& scene, Mapping const& mapping, OwnerPicture const& picture);

/// "A(i,j,1)": which part of an array of more than two dimensions is drawn; empty where all of it is.
[[nodiscard]] std::string drawn_slice(Mapping const& mapping);

} // namespace tessera::detail
