// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the common base of the pictures that can be zoomed and moved.
#include "gui/canvas/zoom_canvas.hpp"

#include "gui/canvas/canvas_access.hpp"

#include <QDateTime>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <cmath>

namespace tessera::gui {
namespace {

constexpr double arrowStep = 48;
constexpr double leastPan = 4; // a shorter way is a click

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

ZoomCanvas::ZoomCanvas(QSize least, QWidget* parent) : QWidget(parent) {
    describeCanvases();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(least);
}

ZoomCanvas::Place ZoomCanvas::placeNow() const {
    Place now = place();
    now.fitted = fitted_;
    return now;
}

void ZoomCanvas::leavePlace() {
    history_.leave(placeNow(), QDateTime::currentMSecsSinceEpoch());
}

void ZoomCanvas::goTo(std::optional<Place> const& place) {
    if (!place) return;
    if (place->fitted) return fitAll();
    fitted_ = false;
    showPlace(*place);
}

void ZoomCanvas::zoomBack() {
    if (!isEmpty()) goTo(history_.back(placeNow()));
}

void ZoomCanvas::zoomForward() {
    if (!isEmpty()) goTo(history_.forward(placeNow()));
}

void ZoomCanvas::fit() {
    if (isEmpty()) return;
    if (!fitted_) leavePlace();
    fitAll();
}

void ZoomCanvas::fitAll() {
    fitted_ = true;
    showAll();
}

void ZoomCanvas::zoom(double factor, QPointF around, Qt::KeyboardModifiers keys) {
    if (isEmpty()) return;
    leavePlace();
    fitted_ = false;
    zoomBy(factor, around, keys);
}

void ZoomCanvas::pan(QPointF way) {
    if (isEmpty()) return;
    leavePlace();
    fitted_ = false;
    panBy(way);
}

void ZoomCanvas::paintFocus(QPainter& painter) const {
    if (!hasFocus()) return;
    painter.setPen(palette().color(QPalette::Highlight));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void ZoomCanvas::wheelEvent(QWheelEvent* event) {
    QPoint const turn = event->angleDelta();
    zoom(std::pow(1.0015, turn.y() != 0 ? turn.y() : turn.x()), event->position(), event->modifiers());
    event->accept();
}

void ZoomCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::BackButton) return zoomBack();
    if (event->button() == Qt::ForwardButton) return zoomForward();
    panned_ = false;
    bool const holds = event->button() == Qt::LeftButton && hold(event->position());
    pressed_ = holds ? std::nullopt : std::optional(event->position());
}

void ZoomCanvas::mouseMoveEvent(QMouseEvent* event) {
    pointAt(event->position());
    if (isHolding()) return dragTo(event->position(), event->modifiers());
    if (!pressed_ || !(event->buttons() & Qt::LeftButton)) return hover(event->position());
    QPointF const way = event->position() - *pressed_;
    if (!panned_ && way.manhattanLength() < leastPan) return;
    panned_ = true;
    pressed_ = event->position();
    pan(way);
}

void ZoomCanvas::mouseReleaseEvent(QMouseEvent* event) {
    bool const isClick = isHolding() ? !hasMoved() : pressed_ && !panned_;
    if (isHolding()) drop(true);
    pressed_.reset();
    if (isClick) click(event->position(), event->button());
}

void ZoomCanvas::keyPressEvent(QKeyEvent* event) {
    auto const direction = directionOf(event->key());
    bool const alt = event->modifiers().testFlag(Qt::AltModifier);
    if (direction && event->modifiers().testFlag(Qt::ShiftModifier) && walk(*direction)) return;
    if (direction && !alt) return pan(-arrowStep * *direction);
    switch (event->key()) {
    case Qt::Key_Escape:
        return isHolding() ? drop(false) : QWidget::keyPressEvent(event);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return clickAtCursor() ? void() : QWidget::keyPressEvent(event);
    case Qt::Key_F:
    case Qt::Key_0:
        return fit();
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(1.25, middle(), event->modifiers() & Qt::ControlModifier);
    case Qt::Key_Minus:
        return zoom(0.8, middle(), event->modifiers() & Qt::ControlModifier);
    case Qt::Key_Up:
        return zoomBack();
    case Qt::Key_Down:
        return zoomForward();
    default:
        return QWidget::keyPressEvent(event);
    }
}

void ZoomCanvas::resizeEvent(QResizeEvent*) {
    if (fitted_ && !isHolding()) return fitAll(); // during a drag nothing may move away from under the pointer
    layOut();
}

bool ZoomCanvas::event(QEvent* event) {
    // Escape cancels a drag before the window handles the key.
    if (event->type() == QEvent::ShortcutOverride && isHolding() && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
        event->accept();
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    showTip(*static_cast<QHelpEvent*>(event));
    return true;
}

} // namespace tessera::gui
