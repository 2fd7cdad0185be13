// SPDX-License-Identifier: BSD-3-Clause
// Tessera: drawing that waits until its widget is seen.
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

/// A dock behind another tab counts as visible once it has been in front: Qt moves it out of the window.
bool Drawing::isSeen() const {
    return widget_->isVisible() && !widget_->visibleRegion().isEmpty();
}

void Drawing::drawIfSeen() {
    if (isSeen() && std::exchange(wanted_, false)) draw_();
}

bool Drawing::eventFilter(QObject* watched, QEvent* event) {
    // Docks that are about to stand behind a tab are shown for a moment: what counts is what is seen after that.
    bool const appears = event->type() == QEvent::Show || event->type() == QEvent::Paint;
    if (appears && wanted_) QMetaObject::invokeMethod(this, &Drawing::drawIfSeen, Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

} // namespace tessera::gui
