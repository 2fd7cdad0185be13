// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what each rank touches of a file, and how much of it is its own: lanes below the picture of a file.
#pragma once

#include "libcore/scene/file_map.hpp"
#include "libcore/scene/scene.hpp"

namespace tessera::detail {

/// What one rank touches in one stretch of the file. Counts are elements.
struct WastePiece {
    Run positions;
    Index wanted = 0; ///< by this rank
};

/// The requests of a rank cut into at most `columns` pieces of equal length of the stretch `shown`; stretches that it does not
/// touch are left out. Cost: its requests and their pieces.
[[nodiscard]] std::vector<WastePiece> waste_of(FileMap const& map, Rank rank, Run shown, Index columns);

/// One lane for each rank that makes requests of its own, at most 16: grey is what it touches in vain, its colour what it wants.
/// Only for sieving: direct access touches nothing in vain, and two-phase reads for others; nothing where the requests are too
/// many. Returns the y below.
[[nodiscard]] double add_waste_lanes(Scene& scene, FileMap const& map, double left, double y, double width);

} // namespace tessera::detail
