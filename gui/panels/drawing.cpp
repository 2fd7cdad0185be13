// SPDX-License-Identifier: BSD-3-Clause
// Tessera: drawing that is delayed until its widget is visible.
#include "gui/panels/drawing.hpp"

#include <QEvent>
#include <utility>

namespace tessera::gui {

Drawing::Drawing(QWidget* widget, std::function<void()> draw) : QObject(widget), widget_(widget), draw_(std::move(draw)) {
    widget->installEventFilter(this);
}

void Drawing::want() {
    wanted_ = !isSeen();
    if (!wanted_) draw_();
}

/// Qt moves a dock behind another tab out of the window, but isVisible() stays true if it was in front before.
bool Drawing::isSeen() const {
    return widget_->isVisible() && !widget_->visibleRegion().isEmpty();
}

void Drawing::drawIfSeen() {
    if (isSeen() && std::exchange(wanted_, false)) draw_();
}

bool Drawing::eventFilter(QObject* watched, QEvent* event) {
    // A dock that goes behind a tab is shown for a moment. The queued call checks the state after that.
    bool const appears = event->type() == QEvent::Show || event->type() == QEvent::Paint;
    if (appears && wanted_) QMetaObject::invokeMethod(this, &Drawing::drawIfSeen, Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

} // namespace tessera::gui
