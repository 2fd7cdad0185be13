// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the rulers of the ownership canvas: indices in the array's bounds, and the pointer position.
#include "gui/canvas/ownership_canvas.hpp"

#include <algorithm>
#include <string>

namespace tessera::gui {
namespace {

constexpr double rulerMark = 4;

} // namespace

double OwnershipCanvas::rulerPlace(AxisWindow const& window, Index index) const {
    return window.pixelOf(static_cast<double>(index) + std::min(0.5, 4 / window.pixelsPerElement()));
}

void OwnershipCanvas::paintTicks(QPainter& painter) const {
    painter.setFont(pictureFont(11));
    painter.setPen(palette().color(QPalette::PlaceholderText));
    Index const firstColumn = lower(mappingView_->columnDim);
    double const wide = 8.0 * static_cast<double>(std::to_string(firstColumn + mappingView_->columns.extent).size()) + 12;
    for (Index const index : tickIndices(mappingView_->columns, firstColumn, wide)) {
        double const x = plot_.left() + rulerPlace(mappingView_->columns, index);
        if (x < plot_.left() - 1 || x > plot_.right()) continue;
        // The last label may reach the edge of the canvas, which must not cut it off.
        QRectF const box(std::min(x - wide / 2, width() - wide), plot_.top() - rulerHeight, wide, rulerHeight - rulerMark);
        painter.drawText(box, Qt::AlignCenter, QString::number(index + firstColumn));
        painter.drawLine(QPointF(x, plot_.top() - rulerMark), QPointF(x, plot_.top() - 1));
    }
    if (!mappingView_->rowDim) return;
    Index const firstRow = lower(*mappingView_->rowDim);
    for (Index const index : tickIndices(mappingView_->rows, firstRow, 18)) {
        double const y = plot_.top() + rulerPlace(mappingView_->rows, index);
        if (y < plot_.top() || y > plot_.bottom()) continue;
        painter.drawText(QRectF(0, y - 8, plot_.left() - rulerMark - 2, 16), Qt::AlignRight | Qt::AlignVCenter,
                         QString::number(index + firstRow));
        painter.drawLine(QPointF(plot_.left() - rulerMark, y), QPointF(plot_.left() - 1, y));
    }
}

void OwnershipCanvas::point(std::optional<Extents> element) {
    if (pointed_ == element) return;
    pointed_ = std::move(element);
    update();
}

QStringList OwnershipCanvas::pointedAt() const {
    if (!mappingView_ || !pointed_) return {};
    auto const text = [this](int dim) { return QString::number((*pointed_)[as_size(dim)] + lower(dim)); };
    QStringList texts;
    if (mappingView_->rowDim) texts << text(*mappingView_->rowDim);
    return texts << text(mappingView_->columnDim);
}

/// Paints the indices of the element under the pointer over the ruler labels.
void OwnershipCanvas::paintPointed(QPainter& painter) const {
    QStringList const texts = pointedAt();
    if (texts.empty()) return;
    painter.setFont(pictureFont(11));
    QFontMetricsF const metrics(painter.font());
    auto const label = [&](QRectF box, QString const& text) {
        box.moveLeft(std::clamp(box.left(), 0.0, std::max(width() - box.width(), 0.0)));
        painter.fillRect(box, palette().color(QPalette::Highlight));
        painter.setPen(palette().color(QPalette::HighlightedText));
        painter.drawText(box, Qt::AlignCenter, text);
    };
    double const x = plot_.left() + rulerPlace(mappingView_->columns, (*pointed_)[as_size(mappingView_->columnDim)]);
    double const wide = metrics.horizontalAdvance(texts.back()) + 8;
    label({x - wide / 2, plot_.top() - rulerHeight, wide, rulerHeight - 2}, texts.back());
    if (!mappingView_->rowDim) return;
    double const y = plot_.top() + rulerPlace(mappingView_->rows, (*pointed_)[as_size(*mappingView_->rowDim)]);
    double const across = metrics.horizontalAdvance(texts.front()) + 8;
    label({plot_.left() - 2 - across, y - 8, across, 16}, texts.front());
}

} // namespace tessera::gui
