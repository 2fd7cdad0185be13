// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a widget that shows a scene, with zoom, pan, fit and hit tests.
#include "gui/canvas/scene_canvas.hpp"

#include "gui/canvas/scene_painter.hpp"

#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace tessera::gui {
namespace {

constexpr double leastScale = 0.02;
constexpr double mostScale = 64;
constexpr double largestFit = 1.6;    // small pictures are not enlarged to fill a window
constexpr double leastOfFrame = 0.75; // a lower scene would leave too much empty space
constexpr double crossingReach = 24;  // length of the highlight of a cell's row and column towards their labels
constexpr int crossingLight = 60;     // opacity, 0 .. 255
constexpr double reachOfPointer = 5;  // pixels from a line within which the pointer hits it

} // namespace

SceneCanvas::SceneCanvas(QWidget* parent) : ZoomCanvas({160, 120}, parent) {}

bool SceneCanvas::keepsScale(Scene const& next) const {
    if (next.width == scene_.width && next.height == scene_.height) return true;
    if (held_) return true; // during a drag nothing may move away from under the pointer
    if (!spare_ || next.width != frame_.width()) return false;
    double const height = next.height + *spare_;
    return height <= frame_.height() && height >= leastOfFrame * frame_.height();
}

void SceneCanvas::setScene(Scene scene) {
    bool const sameSize = keepsScale(scene);
    scene_ = std::move(scene);
    setAccessibleName(scene_.title.empty() ? emptyText_ : QString::fromStdString(scene_.title));
    if (!sameSize) {
        forgetPlaces();
        fitAll();
    }
    hovered_.reset();
    // The keyboard cursor stays at its position if something clickable is still there.
    if (cursor_) {
        SceneRect const* const rect = scene_.hit(cursor_->area.center().x(), cursor_->area.center().y());
        if (!sameSize || (rect && !(rect->tag == cursor_->tag))) cursor_.reset();
    }
    update();
}

/// Returns the title and the line below it.
QString SceneCanvas::sentence() const {
    QStringList words{QString::fromStdString(scene_.title)};
    for (SceneText const& text : scene_.texts)
        if (words.size() < 2 && text.text != scene_.title) words << QString::fromStdString(text.text);
    words.removeAll(QString());
    return words.isEmpty() ? emptyText_ : words.join(QStringLiteral(". "));
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

void SceneCanvas::showPlace(Place const& place) {
    scale_ = place.scale.width();
    offset_ = place.at;
    update();
}

void SceneCanvas::showAll() {
    frame_ = {scene_.width, scene_.height + spare_.value_or(0)};
    if (scene_.width <= 0 || scene_.height <= 0) return;
    scale_ = std::clamp(std::min({width() / frame_.width(), height() / frame_.height(), largestFit}), leastScale, mostScale);
    offset_ = {(width() - frame_.width() * scale_) / 2, (height() - frame_.height() * scale_) / 2};
    update();
}

void SceneCanvas::zoomBy(double factor, QPointF around, Qt::KeyboardModifiers /*keys*/) {
    double const scale = std::clamp(scale_ * factor, leastScale, mostScale);
    offset_ = around - (around - offset_) * (scale / scale_);
    scale_ = scale;
    update();
}

void SceneCanvas::panBy(QPointF way) {
    offset_ += way;
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
    paintFocus(painter);
}

void SceneCanvas::setMarked(std::function<bool(SceneTag const&)> marks) {
    marks_ = std::move(marks);
    update();
}

/// Draws frames that are visible on every colour. Consecutive parts of one cell have a common frame.
void SceneCanvas::paintMarks(QPainter& painter) const {
    painter.setBrush(Qt::NoBrush);
    for (auto rect = scene_.rects.begin(); rect != scene_.rects.end();) {
        SceneTag const& tag = rect->tag;
        QRectF cell;
        for (; rect != scene_.rects.end() && rect->tag == tag; ++rect) cell |= QRectF(rect->x, rect->y, rect->width, rect->height);
        if (!isMarked(tag)) continue;
        for (QPen const& pen : {QPen(Qt::white, 5), QPen(Qt::black, 2)}) {
            painter.setPen(pen);
            painter.drawRect(QRectF(toWidget(cell.topLeft()), toWidget(cell.bottomRight())));
        }
    }
}

std::optional<QRectF> SceneCanvas::cellAt(QPointF at) const {
    SceneRect const* const rect = scene_.hit(at.x(), at.y());
    if (!rect || !isCrossed(rect->tag)) return std::nullopt;
    QSizeF cell(rect->width, rect->height);
    for (SceneRect const& each : scene_.rects)
        if (isCrossed(each.tag))
            cell = {std::min(cell.width(), std::max(each.width, 1.0)), std::min(cell.height(), std::max(each.height, 1.0))};
    auto const snapped = [](double place, double begin, double length) {
        return begin + std::floor((place - begin) / length) * length;
    };
    QPointF const corner(snapped(at.x(), rect->x, cell.width()), snapped(at.y(), rect->y, cell.height()));
    return QRectF(corner, cell).intersected(QRectF(rect->x, rect->y, rect->width, rect->height));
}

std::optional<QRectF> SceneCanvas::pointedAt() const {
    if (cursor_ && hasFocus()) return cursor_->area;
    return hovered_;
}

/// Highlights the row and the column of a cell: from the label at the edge to the cell, and beyond.
void SceneCanvas::paintCrossing(QPainter& painter) const {
    auto const area = pointedAt();
    if (!area || !crossing_) return;
    QRectF all;
    for (SceneRect const& rect : scene_.rects)
        if (isCrossed(rect.tag)) all |= QRectF(rect.x, rect.y, rect.width, rect.height);
    if (!all.contains(area->center())) return;
    QColor light = palette().color(QPalette::Highlight);
    light.setAlpha(crossingLight);
    QRectF const row(toWidget({all.left() - crossingReach, area->top()}), toWidget({all.right(), area->bottom()}));
    QRectF const column(toWidget({area->left(), all.top() - crossingReach}), toWidget({area->right(), all.bottom()}));
    painter.fillRect(row, light);
    painter.fillRect(column, light);
}

/// The cursor is dashed, to distinguish it from the selection.
void SceneCanvas::paintCursor(QPainter& painter) const {
    if (!cursor_ || !hasFocus()) return;
    QRectF const frame = QRectF(toWidget(cursor_->area.topLeft()), toWidget(cursor_->area.bottomRight())).adjusted(-2, -2, 2, 2);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(Qt::white, 4));
    painter.drawRect(frame);
    painter.setPen(QPen(palette().color(QPalette::Highlight), 2, Qt::DashLine));
    painter.drawRect(frame);
}

/// Moves from the keyboard cursor, or from the selection; otherwise goes to the first stop.
bool SceneCanvas::walk(QPointF direction) {
    std::vector<SceneStop> const stops = stopsOf(scene_);
    if (stops.empty()) return true;
    auto const selected = std::ranges::find_if(stops, [this](SceneStop const& stop) { return isMarked(stop.tag); });
    std::optional<std::size_t> next;
    if (cursor_)
        next = nextStop(stops, cursor_->area.center(), direction);
    else
        next = selected == stops.end() ? 0 : as_size(selected - stops.begin());
    if (!next) return true;
    cursor_ = stops[*next];
    reveal(cursor_->area);
    QString const words = QString::fromStdString(cursor_->tooltip);
    setAccessibleDescription(words);
    QToolTip::showText(mapToGlobal(toWidget(cursor_->area.bottomRight()).toPoint()), words, this);
    update();
    return true;
}

bool SceneCanvas::clickAtCursor() {
    if (!cursor_) return false;
    emit clicked(SceneTag(cursor_->tag)); // a copy, because the click may replace the scene
    return true;
}

/// Moves the picture until the area is visible.
void SceneCanvas::reveal(QRectF const& area) {
    QRectF const seen(toWidget(area.topLeft()), toWidget(area.bottomRight()));
    QPointF way;
    if (seen.left() < 0 || seen.right() > width()) way.setX(width() / 2.0 - seen.center().x());
    if (seen.top() < 0 || seen.bottom() > height()) way.setY(height() / 2.0 - seen.center().y());
    if (!way.isNull()) pan(way);
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

bool SceneCanvas::hold(QPointF point) {
    SceneTag const tag = tagAt(point);
    if (!grips_ || !grips_(tag)) return false;
    held_ = over_ = tag;
    moved_ = false;
    return true;
}

void SceneCanvas::dragTo(QPointF point, Qt::KeyboardModifiers /*keys*/) {
    SceneTag const tag = tagAt(point);
    if (tag.index() != held_->index() || tag == over_) return;
    moved_ = true;
    over_ = tag;
    emit dragged(SceneTag(*held_), tag); // copies, because a slot may replace the scene
}

void SceneCanvas::drop(bool keep) {
    held_.reset();
    if (isFitted()) fitAll();
    if (moved_) emit dragEnded(keep);
}

void SceneCanvas::hover(QPointF point) {
    if (!crossing_) return;
    hovered_ = cellAt(toScene(point));
    update();
}

void SceneCanvas::click(QPointF point, Qt::MouseButton button) {
    if (button == Qt::LeftButton) emit clicked(tagAt(point));
}

void SceneCanvas::showTip(QHelpEvent const& help) {
    QPointF const at = toScene(QPointF(help.pos()));
    SceneRect const* const rect = scene_.hit(at.x(), at.y());
    SceneLine const* const line = rect ? nullptr : scene_.hit_line(at.x(), at.y(), reachOfPointer / scale_);
    std::string const text = rect ? rect->tooltip : line ? line->tooltip : "";
    if (text.empty())
        QToolTip::hideText();
    else
        QToolTip::showText(help.globalPos(), QString::fromStdString(text), this);
}

} // namespace tessera::gui
