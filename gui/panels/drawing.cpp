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
    wanted_ = !widget_->isVisible();
    if (!wanted_) draw_();
}

bool Drawing::eventFilter(QObject* watched, QEvent* event) {
    // Docks that are about to stand behind a tab are shown for a moment: what counts is what is seen after that.
    auto const drawIfSeen = [this] {
        if (widget_->isVisible() && std::exchange(wanted_, false)) draw_();
    };
    if (event->type() == QEvent::Show && wanted_) QMetaObject::invokeMethod(this, drawIfSeen, Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

} // namespace tessera::gui
