// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a widget that shows the owners of an array, with zoom from the whole array to single elements.
#include "gui/canvas/ownership_canvas.hpp"

#include "gui/canvas/ownership_legend.hpp"
#include "gui/models/change_text.hpp"
#include "libcore/base/arithmetic.hpp"
#include "libcore/report/set_text.hpp"
#include "libcore/scene/ownership/ownership_grid.hpp"
#include "libcore/scene/palette.hpp"
#include "libcore/spec/write.hpp"

#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace tessera::gui {
namespace {

constexpr double edge = 10;
constexpr double headHeight = 44; // height of the heading and the mapping
constexpr double legendGap = 6;   // between the picture and its legend
constexpr double largestElement = 48;
constexpr double mostSkew = 3;    // limit of the ratio of pixels per element; more elongated arrays are stretched
constexpr double bandHeight = 96; // for an array of one dimension

QString hoverText(Mapping const& mapping, Extents const& element) {
    QString text = QString::fromStdString(element_text(mapping.array(), element));
    auto const owners = mapping.owners(element);
    text += owners.size() > 1 ? QStringLiteral(": ranks ") : QStringLiteral(": rank ");
    for (std::size_t i = 0; i < std::min<std::size_t>(owners.size(), 12); ++i)
        text += (i > 0 ? QStringLiteral(", ") : QString()) + QString::number(owners[i].rank);
    return owners.size() > 12 ? text + QStringLiteral(", ...") : text;
}

} // namespace

OwnershipCanvas::OwnershipCanvas(QWidget* parent) : ZoomCanvas({180, 160}, parent) {}

void OwnershipCanvas::setMapping(Mapping mapping, std::optional<Mapping> compared, QString heading) {
    heading_ = std::move(heading);
    hovered_.reset();
    pointed_.reset();
    bool const same = mappingView_ && mappingView_->mapping.array().extents == mapping.array().extents;
    // A drag changes the mapping itself, but what it holds belongs to an array of this shape.
    if (held_ && (!same || !held_->moved)) drop(false);
    if (same) {
        mappingView_->mapping = std::move(mapping);
        mappingView_->compared = std::move(compared);
        mappingView_->highlights.clear();
        mappingView_->element.reset();
        layOut(); // the legend of other ranks may need a different height
    } else {
        OwnershipView const view = OwnershipView::of(mapping.array());
        mappingView_ =
            MappingView{std::move(mapping), std::move(compared), view.row_dim, view.column_dim, view.fixed, {}, {}, {}, {}};
        forgetPlaces();
        fitAll();
    }
    update();
}

void OwnershipCanvas::setReadout(QString text) {
    readout_ = std::move(text);
    update();
}

void OwnershipCanvas::clear(QString why) {
    if (held_) drop(false);
    hovered_.reset();
    pointed_.reset();
    mappingView_.reset();
    emptyText_ = std::move(why);
    forgetPlaces();
    update();
}

QString OwnershipCanvas::sentence() const {
    if (!mappingView_) return emptyText_;
    QString const array = QString::fromStdString(describe(mappingView_->mapping.array()));
    QString const words = QStringLiteral("%1, %2").arg(array, QString::fromStdString(describe(mappingView_->mapping.spec())));
    return mappingView_->mapping.volume() == 0 ? words
                                               : words + QStringLiteral(". ") + legendLines(rasterOf(*mappingView_)).value(0);
}

void OwnershipCanvas::setAxes(std::optional<int> rowDim, int columnDim, Extents fixed) {
    if (!mappingView_) return;
    bool const same = mappingView_->rowDim == rowDim && mappingView_->columnDim == columnDim;
    mappingView_->rowDim = rowDim;
    mappingView_->columnDim = columnDim;
    mappingView_->fixed = std::move(fixed);
    if (!same) {
        forgetPlaces();
        fitAll();
    }
    update();
}

void OwnershipCanvas::setHighlights(std::vector<Highlight> highlights, std::optional<Extents> element) {
    if (!mappingView_) return;
    mappingView_->highlights = std::move(highlights);
    mappingView_->element = std::move(element);
    update();
}

void OwnershipCanvas::setGhost(std::optional<Mapping> ghost) {
    if (!mappingView_) return;
    bool const fits =
        ghost && ghost->array().extents == mappingView_->mapping.array().extents && ghost->spec() != mappingView_->mapping.spec();
    mappingView_->ghost = fits ? std::move(ghost) : std::nullopt;
    update();
}

void OwnershipCanvas::follow(AxisWindow const& rows, AxisWindow const& columns) {
    if (!mappingView_ || mappingView_->rows.extent != rows.extent || mappingView_->columns.extent != columns.extent) return;
    for (auto const& [own, other] : {std::pair(&mappingView_->rows, &rows), std::pair(&mappingView_->columns, &columns)}) {
        own->start = other->start;
        own->length = other->length;
    }
    leaveFit();
    update();
}

Index OwnershipCanvas::lower(int dim) const {
    return mappingView_->mapping.array().lower[as_size(dim)];
}

void OwnershipCanvas::layOut() {
    if (!mappingView_) return;
    auto const extentOf = [&](int dim) { return std::max<Index>(mappingView_->mapping.array().extents[as_size(dim)], 1); };
    auto const columns = static_cast<double>(extentOf(mappingView_->columnDim));
    auto const rows = mappingView_->rowDim ? static_cast<double>(extentOf(*mappingView_->rowDim)) : 1.0;
    double margin = 4;
    if (mappingView_->rowDim) {
        Index const last = lower(*mappingView_->rowDim) + extentOf(*mappingView_->rowDim) - 1;
        margin =
            7.0 * static_cast<double>(std::max(std::to_string(last).size(), std::to_string(lower(*mappingView_->rowDim)).size())) +
            8;
    }
    double const foot = legendHeight(mappingView_->mapping, width() - 2 * edge) + legendGap;
    QRectF const room(edge + margin, headHeight + rulerHeight, std::max(width() - 2 * edge - margin, 10.0),
                      std::max(height() - headHeight - rulerHeight - foot, 10.0));
    double across = std::min(room.width() / columns, largestElement);
    double down = mappingView_->rowDim ? std::min(room.height() / rows, largestElement) : std::min(bandHeight, room.height());
    if (mappingView_->rowDim && std::max(across, down) < mostSkew * std::min(across, down)) across = down = std::min(across, down);
    plot_ = QRectF(room.left(), room.top(), std::max(std::floor(across * columns), 1.0), std::max(std::floor(down * rows), 1.0));
    mappingView_->rows.resize(plot_.height());
    mappingView_->columns.resize(plot_.width());
}

ZoomCanvas::Place OwnershipCanvas::place() const {
    return {{mappingView_->columns.start, mappingView_->rows.start}, {mappingView_->columns.length, mappingView_->rows.length}};
}

void OwnershipCanvas::showPlace(Place const& place) {
    mappingView_->columns.start = place.at.x();
    mappingView_->columns.length = place.scale.width();
    mappingView_->rows.start = place.at.y();
    mappingView_->rows.length = place.scale.height();
    changed();
}

void OwnershipCanvas::showAll() {
    if (!mappingView_) return;
    auto const extentOf = [&](int dim) { return mappingView_->mapping.array().extents[as_size(dim)]; };
    mappingView_->rows = AxisWindow::whole(mappingView_->rowDim ? extentOf(*mappingView_->rowDim) : 1, 1);
    mappingView_->columns = AxisWindow::whole(extentOf(mappingView_->columnDim), 1);
    layOut();
    changed();
}

void OwnershipCanvas::zoomBy(double factor, QPointF around, Qt::KeyboardModifiers keys) {
    QPointF const at = around - plot_.topLeft();
    if (mappingView_->rowDim && !(keys & Qt::ShiftModifier)) mappingView_->rows.zoom(factor, at.y(), largestElement);
    if (!(keys & Qt::ControlModifier)) mappingView_->columns.zoom(factor, at.x(), largestElement);
    changed();
}

void OwnershipCanvas::panBy(QPointF way) {
    if (mappingView_->rowDim) mappingView_->rows.pan(way.y());
    mappingView_->columns.pan(way.x());
    changed();
}

void OwnershipCanvas::changed() {
    emit windowChanged(mappingView_->rows, mappingView_->columns);
    update();
}

std::optional<Extents> OwnershipCanvas::elementAt(QPointF point) const {
    if (!mappingView_ || !plot_.contains(point)) return std::nullopt;
    Extents element = mappingView_->fixed;
    auto const put = [&](int dim, AxisWindow const& window, double pixel) {
        auto const index = static_cast<Index>(std::floor(window.indexAt(pixel)));
        if (index < 0 || index >= window.extent) return false;
        element[as_size(dim)] = index;
        return true;
    };
    if (mappingView_->rowDim && !put(*mappingView_->rowDim, mappingView_->rows, point.y() - plot_.top())) return std::nullopt;
    if (!put(mappingView_->columnDim, mappingView_->columns, point.x() - plot_.left())) return std::nullopt;
    return element;
}

QPointF OwnershipCanvas::pointOf(Extents const& element) const {
    auto const middle = [&](int dim, AxisWindow const& window) {
        return window.pixelOf(static_cast<double>(element[as_size(dim)]) + 0.5);
    };
    double const y = mappingView_->rowDim ? middle(*mappingView_->rowDim, mappingView_->rows) : plot_.height() / 2;
    return plot_.topLeft() + QPointF(middle(mappingView_->columnDim, mappingView_->columns), y);
}

void OwnershipCanvas::paintHeading(QPainter& painter) const {
    painter.setPen(palette().color(QPalette::Text));
    painter.setFont(pictureFont(14, true));
    painter.drawText(QPointF(edge, 18), heading_);
    painter.setFont(pictureFont(12));
    QString words = QString::fromStdString(describe(mappingView_->mapping.spec()));
    QString const before = mappingView_->ghost ? QString::fromStdString(describe(mappingView_->ghost->spec())) : words;
    if (before != words) words += tr("   before: %1").arg(whatDiffers(before, words));
    painter.drawText(QPointF(edge, 36),
                     painter.fontMetrics().elidedText(words, Qt::ElideRight, width() - static_cast<int>(2 * edge)));
}

void OwnershipCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), palette().base());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    if (!mappingView_ || mappingView_->mapping.volume() == 0) {
        painter.drawText(rect().adjusted(12, 12, -12, -12), Qt::AlignCenter | Qt::TextWordWrap,
                         mappingView_ ? tr("The array has no elements.") : emptyText_);
        return;
    }
    paintHeading(painter);
    paintTicks(painter);
    OwnershipRaster const raster = rasterOf(*mappingView_, devicePixelRatioF());
    paintOwnership(painter, *mappingView_, raster, plot_, Theme::of(palette()));
    paintOwnershipLegend(painter, raster,
                         {edge, plot_.bottom() + legendGap, width() - 2 * edge, height() - plot_.bottom() - legendGap}, palette());
    if (editable_) paintChips(painter);
    paintGrip(painter);
    paintPointed(painter);
    paintFocus(painter);
}

void OwnershipCanvas::wheelEvent(QWheelEvent* event) {
    QPoint const turn = event->angleDelta();
    auto const grip = held_ ? std::nullopt : gripAt(event->position());
    if (!grip || grip->boundary) return ZoomCanvas::wheelEvent(event);
    event->accept();
    Index const count = grip->chip.count + (turn.y() > 0 ? 1 : -1);
    if (count < 1 || turn.y() == 0) return;
    emit processorsDragged(grip->chip.dim, count);
    emit dragEnded(true);
    setReadout({});
}

bool OwnershipCanvas::hold(QPointF point) {
    held_ = gripAt(point);
    return held_.has_value();
}

void OwnershipCanvas::pointAt(QPointF at) {
    auto const element = elementAt(at);
    point(element);
    if (element) emit hovered(*element);
}

void OwnershipCanvas::click(QPointF point, Qt::MouseButton /*button*/) {
    if (auto const element = elementAt(point)) emit clicked(*element);
}

void OwnershipCanvas::leaveEvent(QEvent*) {
    if (held_) return;
    hovered_.reset();
    pointed_.reset();
    update();
}

/// Moves to the neighbour of the selected element, or to the first visible one.
bool OwnershipCanvas::walk(QPointF direction) {
    if (!mappingView_ || mappingView_->mapping.volume() == 0) return false;
    auto const dim = direction.x() != 0 || !mappingView_->rowDim ? mappingView_->columnDim : *mappingView_->rowDim;
    Index const by = direction.x() + direction.y() > 0 ? 1 : -1;
    Extents element = mappingView_->fixed;
    if (mappingView_->element) {
        element = *mappingView_->element;
        Index& index = element[as_size(dim)];
        Index const extent = mappingView_->mapping.array().extents[as_size(dim)];
        if (index + by < 0 || index + by >= extent) return true;
        index += by;
    } else {
        element[as_size(mappingView_->columnDim)] = mappingView_->columns.visible().begin;
        if (mappingView_->rowDim) element[as_size(*mappingView_->rowDim)] = mappingView_->rows.visible().begin;
    }
    emit steppedTo(element);
    QPointF const at = pointOf(element);
    if (!plot_.contains(at)) pan(plot_.center() - at);
    return true;
}

void OwnershipCanvas::showTip(QHelpEvent const& help) {
    auto const element = elementAt(QPointF(help.pos()));
    if (auto const grip = gripAt(QPointF(help.pos())))
        QToolTip::showText(help.globalPos(), gripText(*grip), this);
    else if (element)
        QToolTip::showText(help.globalPos(), hoverText(mappingView_->mapping, *element), this);
    else if (mappingView_ && mappingView_->mapping.volume() > 0 && help.pos().y() > plot_.bottom())
        QToolTip::showText(help.globalPos(), legendLines(rasterOf(*mappingView_)).join(u'\n'),
                           this); // shortened if it does not fit
    else
        QToolTip::hideText();
}

} // namespace tessera::gui
