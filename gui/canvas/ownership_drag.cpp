// SPDX-License-Identifier: BSD-3-Clause
// Tessera: dragging of boundaries and numbers of processors in the ownership canvas.
#include "gui/canvas/ownership_canvas.hpp"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

namespace tessera::gui {
namespace {

constexpr double chipsEdge = 10; // distance from the right edge
constexpr double chipsTop = 5;
constexpr double chipRadius = 4;
constexpr double readoutMargin = 6;

} // namespace

QPointF OwnershipCanvas::pointOn(Boundary const& boundary) const {
    return plot_.topLeft() + boundaryLine(*mappingView_, boundary).center();
}

std::vector<GridChip> OwnershipCanvas::chips() const {
    if (!mappingView_ || !editable_) return {};
    return gridChips(*mappingView_, width() - chipsEdge, chipsTop).chips;
}

std::optional<OwnershipCanvas::Held> OwnershipCanvas::gripAt(QPointF point) const {
    if (!mappingView_ || !editable_ || mappingView_->mapping.volume() == 0) return std::nullopt;
    for (GridChip const& chip : chips())
        if (chip.box.contains(point)) return Held{std::nullopt, std::nullopt, chip, *mappingView_, point, false};
    if (!plot_.contains(point)) return std::nullopt;
    auto const boundaries = boundariesAt(*mappingView_, point - plot_.topLeft());
    if (boundaries.empty()) return std::nullopt;
    auto const crossing = boundaries.size() > 1 ? std::optional(boundaries[1]) : std::nullopt;
    return Held{boundaries[0], crossing, {}, *mappingView_, point, false};
}

QString OwnershipCanvas::gripText(Held const& grip) const {
    if (grip.boundary) return tr("Drag to move this boundary. With Shift all blocks stay equal. Esc cancels.");
    return tr("%n processor(s) along dimension %1 of %2. Drag or turn the wheel to change the number.", nullptr,
              static_cast<int>(grip.chip.count))
        .arg(grip.chip.dim + 1)
        .arg(QString::fromStdString(mappingView_->mapping.spec().processors.name));
}

void OwnershipCanvas::hover(QPointF point) {
    auto const grip = gripAt(point);
    bool const changed =
        grip.has_value() != hovered_.has_value() ||
        (grip && (grip->boundary != hovered_->boundary || grip->crossing != hovered_->crossing || !(grip->chip == hovered_->chip)));
    if (!changed) return;
    hovered_ = grip;
    if (!grip)
        unsetCursor();
    else if (grip->crossing)
        setCursor(Qt::SizeAllCursor);
    else if (!grip->boundary || grip->boundary->dim == mappingView_->columnDim)
        setCursor(grip->boundary ? Qt::SplitHCursor : Qt::SizeHorCursor);
    else
        setCursor(Qt::SplitVCursor);
    update();
}

void OwnershipCanvas::dragTo(QPointF point, Qt::KeyboardModifiers keys) {
    if (!held_->moved && (point - held_->from).manhattanLength() < 3) return;
    if (!held_->moved && held_->crossing) {
        QPointF const way = point - held_->from;
        bool const across = std::abs(way.x()) > std::abs(way.y());
        if (across != (held_->boundary->dim == mappingView_->columnDim)) std::swap(*held_->boundary, *held_->crossing);
    }
    held_->moved = true;
    pointer_ = point;
    if (held_->boundary) {
        dropAt_ = dropPlace(held_->mappingView, *held_->boundary, point - plot_.topLeft());
        emit boundaryDragged(*held_->boundary, *dropAt_, keys.testFlag(Qt::ShiftModifier));
    } else {
        QPointF const way = point - held_->from;
        emit processorsDragged(held_->chip.dim, draggedCount(held_->chip.count, way.x() - way.y()));
    }
    update();
}

void OwnershipCanvas::drop(bool keep) {
    bool const moved = held_->moved;
    held_.reset();
    dropAt_.reset();
    hovered_.reset();
    readout_.clear();
    unsetCursor();
    if (moved) emit dragEnded(keep);
    update();
}

void OwnershipCanvas::paintChips(QPainter& painter) const {
    GridChips const all = gridChips(*mappingView_, width() - chipsEdge, chipsTop);
    painter.setFont(pictureFont(12));
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(all.nameAt, all.name);
    painter.setRenderHint(QPainter::Antialiasing);
    for (GridChip const& chip : all.chips) {
        Held const* const active = held_ ? &*held_ : hovered_ ? &*hovered_ : nullptr;
        bool const lit = active && !active->boundary && active->chip.dim == chip.dim;
        painter.setPen(palette().color(lit ? QPalette::Highlight : QPalette::Mid));
        painter.setBrush(palette().color(QPalette::Button));
        painter.drawRoundedRect(chip.box.adjusted(0.5, 0.5, -0.5, -0.5), chipRadius, chipRadius);
        painter.setPen(palette().color(QPalette::ButtonText));
        painter.drawText(chip.box, Qt::AlignCenter, chip.text);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void OwnershipCanvas::paintGrip(QPainter& painter) const {
    Held const* const grip = held_ ? &*held_ : hovered_ ? &*hovered_ : nullptr;
    if (grip && grip->boundary) {
        Boundary const at{grip->boundary->dim, dropAt_.value_or(grip->boundary->index)};
        QLineF const line = boundaryLine(*mappingView_, at).translated(plot_.topLeft());
        painter.setPen(QPen(palette().color(QPalette::Base), 5));
        painter.drawLine(line);
        painter.setPen(QPen(palette().color(QPalette::Text), 2));
        painter.drawLine(line);
    }
    if (readout_.isEmpty()) return;
    painter.setFont(pictureFont(12, true));
    double const room = width() - 4 * readoutMargin;
    QRectF const words = painter.fontMetrics().boundingRect(QRect(0, 0, static_cast<int>(room), 1000),
                                                            Qt::TextWordWrap | Qt::TextWrapAnywhere, readout_);
    QRectF box = words.adjusted(-readoutMargin, -readoutMargin, readoutMargin, readoutMargin);
    box.moveTopLeft(pointer_ + QPointF(14, 18));
    box.moveLeft(std::clamp(box.left(), readoutMargin, std::max(width() - box.width() - readoutMargin, readoutMargin)));
    box.moveTop(std::min(box.top(), height() - box.height() - readoutMargin));
    painter.setPen(palette().color(QPalette::ToolTipText));
    painter.setBrush(palette().color(QPalette::ToolTipBase));
    painter.drawRect(box);
    painter.drawText(box.adjusted(readoutMargin, readoutMargin, -readoutMargin, -readoutMargin),
                     Qt::TextWordWrap | Qt::TextWrapAnywhere, readout_);
    painter.setBrush(Qt::NoBrush);
}

} // namespace tessera::gui
