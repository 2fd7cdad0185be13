// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the parts of an ownership picture that can be dragged: block boundaries, and numbers of processors.
#pragma once

#include "gui/canvas/ownership_painter.hpp"
#include "libcore/edit/boundary.hpp"

#include <QPointF>
#include <QRectF>
#include <QString>
#include <optional>
#include <vector>

namespace tessera::gui {

/// Returns the boundaries near a point of the plot ((0,0) is its upper left corner), the nearest first; two at a crossing. Returns
/// none if blocks are too small to distinguish, or if their list is in a file.
[[nodiscard]] std::vector<Boundary> boundariesAt(MappingView const& mappingView, QPointF point);

/// Returns the line of a boundary, from one edge of the plot to the other.
[[nodiscard]] QLineF boundaryLine(MappingView const& mappingView, Boundary const& boundary);

/// Returns the element before which a dragged boundary would be dropped.
[[nodiscard]] Index dropPlace(MappingView const& mappingView, Boundary const& boundary, QPointF point);

/// A draggable label with the number of processors along one dimension of the arrangement.
struct GridChip {
    int dim = 0;     ///< dimension of the arrangement
    Index count = 1; ///< number of processors
    QString text;    ///< an arrow along the axis of their blocks, and the number
    QRectF box;
    friend bool operator==(GridChip const&, GridChip const&) = default;
};

/// The label "P 4 x 2", right-aligned at `right`: the chips from left to right, and the position of the name.
struct GridChips {
    QString name;
    QPointF nameAt; ///< baseline
    std::vector<GridChip> chips;
};
[[nodiscard]] GridChips gridChips(MappingView const& mappingView, double right, double top);

/// Returns the number of processors after a chip was dragged `pixels` to the right (or up). It changes slowly for short distances
/// and ever faster for long ones; at least 1.
[[nodiscard]] Index draggedCount(Index count, double pixels);

} // namespace tessera::gui
