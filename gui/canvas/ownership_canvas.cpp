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

#include <QDateTime>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
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
constexpr double arrowStep = 48;

QString hoverText(Mapping const& mapping, Extents const& element) {
    QString text = QString::fromStdString(element_text(mapping.array(), element));
    auto const owners = mapping.owners(element);
    text += owners.size() > 1 ? QStringLiteral(": ranks ") : QStringLiteral(": rank ");
    for (std::size_t i = 0; i < std::min<std::size_t>(owners.size(), 12); ++i)
        text += (i > 0 ? QStringLiteral(", ") : QString()) + QString::number(owners[i].rank);
    return owners.size() > 12 ? text + QStringLiteral(", ...") : text;
}

} // namespace

OwnershipCanvas::OwnershipCanvas(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(180, 160);
}

void OwnershipCanvas::setMapping(Mapping mapping, std::optional<Mapping> compared, QString heading) {
    heading_ = std::move(heading);
    hovered_.reset();
    pointed_.reset();
    bool const same = mappingView_ && mappingView_->mapping.array().extents == mapping.array().extents;
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
        history_.clear();
        fitAll();
    }
    update();
}

void OwnershipCanvas::setReadout(QString text) {
    readout_ = std::move(text);
    update();
}

void OwnershipCanvas::clear() {
    mappingView_.reset();
    update();
}

void OwnershipCanvas::setAxes(std::optional<int> rowDim, int columnDim, Extents fixed) {
    if (!mappingView_) return;
    bool const same = mappingView_->rowDim == rowDim && mappingView_->columnDim == columnDim;
    mappingView_->rowDim = rowDim;
    mappingView_->columnDim = columnDim;
    mappingView_->fixed = std::move(fixed);
    if (!same) {
        history_.clear();
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
    fitted_ = false;
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

void OwnershipCanvas::leavePlace() {
    history_.leave(place(), QDateTime::currentMSecsSinceEpoch());
}

void OwnershipCanvas::goTo(std::optional<Place> const& place) {
    if (!place) return;
    if (place->fitted) return fitAll();
    for (auto const& [own, then] :
         {std::pair(&mappingView_->rows, &place->rows), std::pair(&mappingView_->columns, &place->columns)}) {
        own->start = then->start;
        own->length = then->length;
    }
    fitted_ = false;
    changed();
}

void OwnershipCanvas::zoomBack() {
    if (mappingView_) goTo(history_.back(place()));
}

void OwnershipCanvas::zoomForward() {
    if (mappingView_) goTo(history_.forward(place()));
}

void OwnershipCanvas::fit() {
    if (!mappingView_) return;
    if (!fitted_) leavePlace();
    fitAll();
}

void OwnershipCanvas::fitAll() {
    if (!mappingView_) return;
    fitted_ = true;
    auto const extentOf = [&](int dim) { return mappingView_->mapping.array().extents[as_size(dim)]; };
    mappingView_->rows = AxisWindow::whole(mappingView_->rowDim ? extentOf(*mappingView_->rowDim) : 1, 1);
    mappingView_->columns = AxisWindow::whole(extentOf(mappingView_->columnDim), 1);
    layOut();
    changed();
}

void OwnershipCanvas::zoom(double factor, QPointF around, Qt::KeyboardModifiers keys) {
    if (!mappingView_) return;
    leavePlace();
    QPointF const at = around - plot_.topLeft();
    if (mappingView_->rowDim && !(keys & Qt::ShiftModifier)) mappingView_->rows.zoom(factor, at.y(), largestElement);
    if (!(keys & Qt::ControlModifier)) mappingView_->columns.zoom(factor, at.x(), largestElement);
    fitted_ = false;
    changed();
}

void OwnershipCanvas::pan(QPointF by) {
    if (!mappingView_) return;
    leavePlace();
    if (mappingView_->rowDim) mappingView_->rows.pan(by.y());
    mappingView_->columns.pan(by.x());
    fitted_ = false;
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
        painter.drawText(rect(), Qt::AlignCenter, mappingView_ ? tr("The array has no elements.") : tr("No array is mapped yet."));
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
    if (!hasFocus()) return;
    painter.setPen(palette().color(QPalette::Highlight));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void OwnershipCanvas::wheelEvent(QWheelEvent* event) {
    QPoint const turn = event->angleDelta();
    auto const grip = held_ ? std::nullopt : gripAt(event->position());
    event->accept();
    if (grip && !grip->boundary) {
        Index const count = grip->chip.count + (turn.y() > 0 ? 1 : -1);
        if (count < 1 || turn.y() == 0) return;
        emit processorsDragged(grip->chip.dim, count);
        emit dragEnded(true);
        return setReadout({});
    }
    zoom(std::pow(1.0015, turn.y() != 0 ? turn.y() : turn.x()), event->position(), event->modifiers());
}

void OwnershipCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::BackButton) return zoomBack();
    if (event->button() == Qt::ForwardButton) return zoomForward();
    dragged_ = false;
    held_ = event->button() == Qt::LeftButton ? gripAt(event->position()) : std::nullopt;
    if (held_)
        pressed_.reset();
    else
        pressed_ = event->position();
}

void OwnershipCanvas::mouseMoveEvent(QMouseEvent* event) {
    auto const element = elementAt(event->position());
    point(element);
    if (element) emit hovered(*element);
    if (held_) return drag(event->position(), event->modifiers());
    if (!pressed_ || !(event->buttons() & Qt::LeftButton)) return hover(event->position());
    QPointF const way = event->position() - *pressed_;
    if (!dragged_ && way.manhattanLength() < 4) return;
    dragged_ = true;
    pressed_ = event->position();
    pan(way);
}

void OwnershipCanvas::mouseReleaseEvent(QMouseEvent* event) {
    bool const click = held_ ? !held_->moved : pressed_ && !dragged_;
    if (held_) endDrag(true);
    pressed_.reset();
    if (!click) return;
    if (auto const element = elementAt(event->position())) emit clicked(*element);
}

void OwnershipCanvas::leaveEvent(QEvent*) {
    if (held_) return;
    hovered_.reset();
    pointed_.reset();
    update();
}

/// Moves to the neighbour of the selected element, or to the first visible one. Returns whether the key is for that.
bool OwnershipCanvas::step(int key) {
    if (!mappingView_ || mappingView_->mapping.volume() == 0) return false;
    bool const across = key == Qt::Key_Left || key == Qt::Key_Right;
    if (!across && key != Qt::Key_Up && key != Qt::Key_Down) return false;
    auto const dim = across || !mappingView_->rowDim ? mappingView_->columnDim : *mappingView_->rowDim;
    Index const by = key == Qt::Key_Right || key == Qt::Key_Down ? 1 : -1;
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

void OwnershipCanvas::keyPressEvent(QKeyEvent* event) {
    QPointF const middle = plot_.center();
    if (event->modifiers().testFlag(Qt::ShiftModifier) && step(event->key())) return;
    if (event->modifiers().testFlag(Qt::AltModifier) && event->key() == Qt::Key_Up) return zoomBack();
    if (event->modifiers().testFlag(Qt::AltModifier) && event->key() == Qt::Key_Down) return zoomForward();
    switch (event->key()) {
    case Qt::Key_Escape:
        return held_ ? endDrag(false) : QWidget::keyPressEvent(event);
    case Qt::Key_F:
    case Qt::Key_0:
        return fit();
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(1.25, middle, event->modifiers() & Qt::ControlModifier);
    case Qt::Key_Minus:
        return zoom(0.8, middle, event->modifiers() & Qt::ControlModifier);
    case Qt::Key_Left:
        return pan({arrowStep, 0});
    case Qt::Key_Right:
        return pan({-arrowStep, 0});
    case Qt::Key_Up:
        return pan({0, arrowStep});
    case Qt::Key_Down:
        return pan({0, -arrowStep});
    default:
        return QWidget::keyPressEvent(event);
    }
}

void OwnershipCanvas::resizeEvent(QResizeEvent*) {
    if (fitted_)
        fitAll();
    else
        layOut();
}

bool OwnershipCanvas::event(QEvent* event) {
    // Escape cancels a drag before the window handles the key.
    if (event->type() == QEvent::ShortcutOverride && held_ && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
        event->accept();
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    auto const* const help = static_cast<QHelpEvent*>(event);
    auto const element = elementAt(QPointF(help->pos()));
    if (auto const grip = gripAt(QPointF(help->pos())))
        QToolTip::showText(help->globalPos(), gripText(*grip), this);
    else if (element)
        QToolTip::showText(help->globalPos(), hoverText(mappingView_->mapping, *element), this);
    else if (mappingView_ && mappingView_->mapping.volume() > 0 && help->pos().y() > plot_.bottom())
        QToolTip::showText(help->globalPos(), legendLines(rasterOf(*mappingView_)).join(u'\n'),
                           this); // shortened if it does not fit
    else
        QToolTip::hideText();
    return true;
}

} // namespace tessera::gui
