// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what each rank accesses of a file, and how much of it is wanted: lanes below the picture of a file.
#pragma once

#include "libcore/scene/files/file_map.hpp"
#include "libcore/scene/scene.hpp"

namespace tessera::detail {

/// The access of one rank to one interval of the file. Counts are elements.
struct WastePiece {
    Run positions;
    Index wanted = 0; ///< elements that this rank wants
};

/// Cuts the requests of a rank into at most `columns` pieces of equal length within `shown`. Intervals without access are omitted.
/// Cost: its requests and their pieces.
[[nodiscard]] std::vector<WastePiece> waste_of(FileMap const& map, Rank rank, Run shown, Index columns);

/// Draws one lane for each rank with requests of its own, at most 16. Unneeded accesses are grey, wanted ones have the rank's
/// colour. Only for sieving, because direct access has no unneeded accesses and two-phase access reads for other ranks. Draws
/// nothing if there are too many requests. Returns the y below.
[[nodiscard]] double add_waste_lanes(Scene& scene, FileMap const& map, double left, double y, double width);

} // namespace tessera::detail
