// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a thumbnail of a job: the owners before and after.
#include "gui/canvas/job_picture.hpp"

#include "gui/canvas/ownership_painter.hpp"
#include "libcore/scene/ownership/ownership_grid.hpp"
#include "libcore/scene/palette.hpp"

#include <algorithm>
#include <cmath>

namespace tessera::gui {
namespace {

constexpr double margin = 3;
constexpr double arrowRoom = 20;
constexpr double thumbnailBandHeight = 18; // for an array of one dimension
constexpr double leastThumbnailSide = 10;
constexpr double largestThumbnailElement = 12;

/// Returns a size with the array's proportions, limited so that narrow arrays remain visible.
QSizeF sizeOf(OwnershipView const& view, Extents const& extents, QSizeF room) {
    auto const extentOf = [&](int dim) { return static_cast<double>(std::max<Index>(extents[as_size(dim)], 1)); };
    double const columns = extentOf(view.column_dim);
    if (!view.row_dim)
        return {std::min(room.width(), columns * largestThumbnailElement), std::min(room.height(), thumbnailBandHeight)};
    double const rows = extentOf(*view.row_dim);
    double const scale = std::min({room.width() / columns, room.height() / rows, largestThumbnailElement});
    return {std::floor(std::max(columns * scale, leastThumbnailSide)), std::floor(std::max(rows * scale, leastThumbnailSide))};
}

void paintMapping(QPainter& painter, Mapping const& mapping, QRectF const& room, Theme theme) {
    Extents const& extents = mapping.array().extents;
    if (extents.empty() || mapping.volume() == 0) return;
    OwnershipView const view = OwnershipView::of(mapping.array());
    QSizeF const size = sizeOf(view, extents, room.size());
    QRectF const area(std::round(room.center().x() - size.width() / 2), std::round(room.center().y() - size.height() / 2),
                      size.width(), size.height());
    Index const rows = view.row_dim ? extents[as_size(*view.row_dim)] : 1;
    Index const columns = extents[as_size(view.column_dim)];
    MappingView const mappingView{mapping,
                                  std::nullopt,
                                  view.row_dim,
                                  view.column_dim,
                                  view.fixed,
                                  AxisWindow::whole(rows, size.height()),
                                  AxisWindow::whole(columns, size.width()),
                                  {},
                                  {}};
    paintOwnership(painter, mappingView, rasterOf(mappingView), area, theme);
}

void paintArrow(QPainter& painter, QPointF middle, Theme theme) {
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(theme.color(faint_ink), 1.5));
    QPointF const tip = middle + QPointF(6, 0);
    painter.drawLine(middle - QPointF(6, 0), tip);
    painter.drawLine(tip, tip - QPointF(4, 4));
    painter.drawLine(tip, tip - QPointF(4, -4));
}

} // namespace

QImage jobPicture(RedistPlan const& plan, QSize size, Theme theme) {
    QImage image(size, QImage::Format_RGB32);
    image.fill(theme.color(paper));
    QPainter painter(&image);
    QRectF const all = QRectF(QPointF(), QSizeF(size)).adjusted(margin, margin, -margin, -margin);
    if (plan.source().spec() == plan.target().spec()) {
        paintMapping(painter, plan.source().declared(), all, theme);
        return image;
    }
    // Arrays of one dimension are one above the other.
    if (plan.source().declared().dims() == 1 && plan.target().declared().dims() == 1) {
        double const half = all.height() / 2;
        paintMapping(painter, plan.source().declared(), {all.left(), all.top(), all.width(), half}, theme);
        paintMapping(painter, plan.target().declared(), {all.left(), all.top() + half, all.width(), half}, theme);
        return image;
    }
    double const side = (all.width() - arrowRoom) / 2;
    paintMapping(painter, plan.source().declared(), {all.left(), all.top(), side, all.height()}, theme);
    paintMapping(painter, plan.target().declared(), {all.right() - side, all.top(), side, all.height()}, theme);
    paintArrow(painter, all.center(), theme);
    return image;
}

} // namespace tessera::gui
