// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a picture of a mapping can be taken hold of by: boundaries of blocks, and numbers of processors.
#pragma once

#include "gui/canvas/ownership_painter.hpp"
#include "libcore/edit/boundary.hpp"

#include <QPointF>
#include <QRectF>
#include <QString>
#include <optional>
#include <vector>

namespace tessera::gui {

/// The boundaries under a point of the plot (0,0 is its upper left corner), the nearer one first; two where they cross. None where
/// blocks are too small to be told apart, or where their list stands in a file.
[[nodiscard]] std::vector<Boundary> boundariesAt(OwnershipSight const& sight, QPointF point);

/// The line of a boundary, from one edge of the plot to the other.
[[nodiscard]] QLineF boundaryLine(OwnershipSight const& sight, Boundary const& boundary);

/// Before which element a dragged boundary would be dropped.
[[nodiscard]] Index dropPlace(OwnershipSight const& sight, Boundary const& boundary, QPointF point);

/// The number of processors along one dimension of the arrangement, to be dragged.
struct GridChip {
    int dim = 0;     ///< of the arrangement
    Index count = 1; ///< processors there
    QString text;    ///< an arrow along the axis whose blocks they own, and the number
    QRectF box;
    friend bool operator==(GridChip const&, GridChip const&) = default;
};

/// "P 4 x 2", right-aligned before `right`: the chips, from left to right, and where the name stands.
struct GridChips {
    QString name;
    QPointF nameAt; ///< baseline
    std::vector<GridChip> chips;
};
[[nodiscard]] GridChips gridChips(OwnershipSight const& sight, double right, double top);

/// How many processors a chip says that has been dragged `pixels` to the right (or up): one for a small way, ever more for a long
/// one; at least 1.
[[nodiscard]] Index draggedCount(Index count, double pixels);

} // namespace tessera::gui
