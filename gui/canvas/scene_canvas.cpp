// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a widget that shows a scene: zoom, pan, fit, hits.
#include "gui/canvas/scene_canvas.hpp"

#include "gui/canvas/scene_painter.hpp"

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

constexpr double leastScale = 0.02;
constexpr double mostScale = 64;
constexpr double largestFit = 1.6; // small pictures are not blown up to fill a window
constexpr double sceneArrowStep = 48;
constexpr double crossingReach = 24; // of the row and column of a cell, towards their names
constexpr int crossingLight = 60;    // of 255
constexpr double reachOfPointer = 5; // pixels from a line that still hit it

std::optional<QPointF> directionOf(int key) {
    switch (key) {
    case Qt::Key_Left:
        return QPointF(-1, 0);
    case Qt::Key_Right:
        return QPointF(1, 0);
    case Qt::Key_Up:
        return QPointF(0, -1);
    case Qt::Key_Down:
        return QPointF(0, 1);
    default:
        return std::nullopt;
    }
}

} // namespace

SceneCanvas::SceneCanvas(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(160, 120);
}

void SceneCanvas::setScene(Scene scene) {
    bool const sameSize = scene.width == scene_.width && scene.height == scene_.height;
    scene_ = std::move(scene);
    setAccessibleName(scene_.title.empty() ? emptyText_ : QString::fromStdString(scene_.title));
    if (!sameSize) fit();
    hovered_.reset();
    // The keys stay where they stood, if anything that can be clicked is still there.
    if (cursor_) {
        SceneRect const* const rect = scene_.hit(cursor_->area.center().x(), cursor_->area.center().y());
        if (!sameSize || (rect && !(rect->tag == cursor_->tag))) cursor_.reset();
    }
    update();
}

void SceneCanvas::setEmptyText(QString text) {
    emptyText_ = std::move(text);
    if (scene_.title.empty()) setAccessibleName(emptyText_);
    update();
}

void SceneCanvas::setNote(QString note) {
    note_ = std::move(note);
    update();
}

QPointF SceneCanvas::toScene(QPointF point) const {
    return (point - offset_) / scale_;
}

QPointF SceneCanvas::toWidget(QPointF point) const {
    return point * scale_ + offset_;
}

SceneTag SceneCanvas::tagAt(QPointF point) const {
    QPointF const at = toScene(point);
    if (SceneRect const* const rect = scene_.hit(at.x(), at.y())) return rect->tag;
    SceneLine const* const line = scene_.hit_line(at.x(), at.y(), reachOfPointer / scale_);
    return line ? line->tag : SceneTag{};
}

void SceneCanvas::fit() {
    fitted_ = true;
    if (scene_.width <= 0 || scene_.height <= 0) return;
    scale_ = std::clamp(std::min({width() / scene_.width, height() / scene_.height, largestFit}), leastScale, mostScale);
    offset_ = {(width() - scene_.width * scale_) / 2, (height() - scene_.height * scale_) / 2};
    update();
}

void SceneCanvas::zoom(double factor, QPointF around) {
    double const scale = std::clamp(scale_ * factor, leastScale, mostScale);
    offset_ = around - (around - offset_) * (scale / scale_);
    scale_ = scale;
    fitted_ = false;
    update();
}

void SceneCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    Theme const theme = Theme::of(palette());
    painter.fillRect(rect(), theme.color(scene_.background));
    if (scene_.rects.empty() && scene_.texts.empty()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(rect().adjusted(12, 12, -12, -12), Qt::AlignCenter | Qt::TextWordWrap, emptyText_);
        return;
    }
    painter.translate(offset_);
    painter.scale(scale_, scale_);
    paintScene(painter, scene_, theme, QRectF(toScene({0, 0}), toScene(QPointF(width(), height()))));
    painter.resetTransform();
    paintCrossing(painter);
    paintMarks(painter);
    paintCursor(painter);
    paintNote(painter);
    if (hasFocus()) {
        painter.setPen(palette().color(QPalette::Highlight));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void SceneCanvas::setMarked(std::function<bool(SceneTag const&)> marks) {
    marks_ = std::move(marks);
    update();
}

/// Seen on every colour.
void SceneCanvas::paintMarks(QPainter& painter) const {
    painter.setBrush(Qt::NoBrush);
    for (SceneRect const& rect : scene_.rects) {
        if (!isMarked(rect.tag)) continue;
        QRectF const frame(toWidget({rect.x, rect.y}), toWidget({rect.x + rect.width, rect.y + rect.height}));
        for (QPen const& pen : {QPen(Qt::white, 5), QPen(Qt::black, 2)}) {
            painter.setPen(pen);
            painter.drawRect(frame);
        }
    }
}

std::optional<QRectF> SceneCanvas::pointedAt() const {
    if (cursor_ && hasFocus()) return cursor_->area;
    return hovered_;
}

/// The row and the column of a cell: from its name at the edge to the cell, and beyond.
void SceneCanvas::paintCrossing(QPainter& painter) const {
    auto const area = pointedAt();
    if (!area || crossing_ == SceneTag::Kind::None) return;
    QRectF all;
    for (SceneRect const& rect : scene_.rects)
        if (rect.tag.kind == crossing_) all |= QRectF(rect.x, rect.y, rect.width, rect.height);
    if (!all.contains(area->center())) return;
    QColor light = palette().color(QPalette::Highlight);
    light.setAlpha(crossingLight);
    QRectF const row(toWidget({all.left() - crossingReach, area->top()}), toWidget({all.right(), area->bottom()}));
    QRectF const column(toWidget({area->left(), all.top() - crossingReach}), toWidget({area->right(), all.bottom()}));
    painter.fillRect(row, light);
    painter.fillRect(column, light);
}

/// Dashed, so that it is not taken for what is selected.
void SceneCanvas::paintCursor(QPainter& painter) const {
    if (!cursor_ || !hasFocus()) return;
    QRectF const frame = QRectF(toWidget(cursor_->area.topLeft()), toWidget(cursor_->area.bottomRight())).adjusted(-2, -2, 2, 2);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(Qt::white, 4));
    painter.drawRect(frame);
    painter.setPen(QPen(palette().color(QPalette::Highlight), 2, Qt::DashLine));
    painter.drawRect(frame);
}

/// From where the keys stand, or from what is selected; else to the first thing there is.
void SceneCanvas::walk(QPointF direction) {
    std::vector<SceneStop> const stops = stopsOf(scene_);
    if (stops.empty()) return;
    auto const selected = std::ranges::find_if(stops, [this](SceneStop const& stop) { return isMarked(stop.tag); });
    std::optional<std::size_t> next;
    if (cursor_)
        next = nextStop(stops, cursor_->area.center(), direction);
    else
        next = selected == stops.end() ? 0 : as_size(selected - stops.begin());
    if (!next) return;
    cursor_ = stops[*next];
    reveal(cursor_->area);
    QString const words = QString::fromStdString(cursor_->tooltip);
    setAccessibleDescription(words);
    QToolTip::showText(mapToGlobal(toWidget(cursor_->area.bottomRight()).toPoint()), words, this);
    update();
}

bool SceneCanvas::clickAtCursor() {
    if (!cursor_) return false;
    emit clicked(SceneTag(cursor_->tag)); // a copy: the click may bring another scene
    return true;
}

/// Moves the picture until the area is seen.
void SceneCanvas::reveal(QRectF const& area) {
    QRectF const seen(toWidget(area.topLeft()), toWidget(area.bottomRight()));
    QPointF way;
    if (seen.left() < 0 || seen.right() > width()) way.setX(width() / 2.0 - seen.center().x());
    if (seen.top() < 0 || seen.bottom() > height()) way.setY(height() / 2.0 - seen.center().y());
    if (way.isNull()) return;
    offset_ += way;
    fitted_ = false;
}

void SceneCanvas::leaveEvent(QEvent*) {
    hovered_.reset();
    update();
}

void SceneCanvas::paintNote(QPainter& painter) const {
    if (note_.isEmpty()) return;
    constexpr int flags = Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap;
    constexpr int margin = 6;
    QRect const room = rect().adjusted(margin, 0, -margin, 0);
    int const height = painter.boundingRect(room, flags, note_).height() + margin;
    QRect const strip(0, rect().bottom() - height, width(), height + 1);
    painter.fillRect(strip, palette().color(QPalette::ToolTipBase));
    painter.setPen(palette().color(QPalette::ToolTipText));
    painter.drawText(strip.adjusted(margin, 0, -margin, 0), flags, note_);
}

void SceneCanvas::wheelEvent(QWheelEvent* event) {
    zoom(std::pow(1.0015, event->angleDelta().y()), event->position());
    event->accept();
}

void SceneCanvas::mousePressEvent(QMouseEvent* event) {
    pressed_ = event->position();
    dragged_ = false;
}

void SceneCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (crossing_ != SceneTag::Kind::None && !pressed_) {
        QPointF const at = toScene(event->position());
        SceneRect const* const rect = scene_.hit(at.x(), at.y());
        hovered_.reset();
        if (rect && rect->tag.kind == crossing_) hovered_ = QRectF(rect->x, rect->y, rect->width, rect->height);
        update();
    }
    if (!pressed_ || !(event->buttons() & Qt::LeftButton)) return;
    QPointF const way = event->position() - *pressed_;
    if (!dragged_ && way.manhattanLength() < 4) return;
    dragged_ = true;
    fitted_ = false;
    offset_ += way;
    pressed_ = event->position();
    update();
}

void SceneCanvas::mouseReleaseEvent(QMouseEvent* event) {
    pressed_.reset();
    if (dragged_) return;
    emit clicked(tagAt(event->position()));
}

void SceneCanvas::keyPressEvent(QKeyEvent* event) {
    QPointF const middle(width() / 2.0, height() / 2.0);
    if (auto const direction = directionOf(event->key()); direction && event->modifiers().testFlag(Qt::ShiftModifier))
        return walk(*direction);
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (clickAtCursor()) return;
        return QWidget::keyPressEvent(event);
    case Qt::Key_F:
    case Qt::Key_0:
        return fit();
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(1.25, middle);
    case Qt::Key_Minus:
        return zoom(0.8, middle);
    case Qt::Key_Left:
        offset_.rx() += sceneArrowStep;
        break;
    case Qt::Key_Right:
        offset_.rx() -= sceneArrowStep;
        break;
    case Qt::Key_Up:
        offset_.ry() += sceneArrowStep;
        break;
    case Qt::Key_Down:
        offset_.ry() -= sceneArrowStep;
        break;
    default:
        return QWidget::keyPressEvent(event);
    }
    fitted_ = false;
    update();
}

void SceneCanvas::resizeEvent(QResizeEvent*) {
    if (fitted_) fit();
}

bool SceneCanvas::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    auto const* const help = static_cast<QHelpEvent*>(event);
    QPointF const at = toScene(QPointF(help->pos()));
    SceneRect const* const rect = scene_.hit(at.x(), at.y());
    SceneLine const* const line = rect ? nullptr : scene_.hit_line(at.x(), at.y(), reachOfPointer / scale_);
    std::string const text = rect ? rect->tooltip : line ? line->tooltip : "";
    if (text.empty())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), QString::fromStdString(text), this);
    return true;
}

} // namespace tessera::gui
