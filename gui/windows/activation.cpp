// SPDX-License-Identifier: BSD-3-Clause
// Tessera: keyboard focus for the window that was opened last.
#include "gui/windows/activation.hpp"

#include <QApplication>
#include <QEvent>
#include <QWidget>

namespace tessera::gui {
namespace {

/// Returns whether the widget is a window or a dialog. Menus, drop-down lists and tooltips handle keys themselves.
bool takesKeys(QWidget const& widget) {
    Qt::WindowType const type = widget.windowType();
    return type == Qt::Window || type == Qt::Dialog || type == Qt::Sheet;
}

} // namespace

Activation::Activation(QObject* parent) : QObject(parent) {
    qApp->installEventFilter(this);
}

bool Activation::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Show && event->type() != QEvent::Hide) return false;
    auto* const widget = qobject_cast<QWidget*>(watched);
    if (!widget || !widget->isWindow() || !takesKeys(*widget)) return false;
    if (event->type() == QEvent::Show)
        widget->activateWindow();
    else if (QWidget* const parent = widget->parentWidget(); parent && parent->window()->isVisible())
        parent->window()->activateWindow();
    return false;
}

} // namespace tessera::gui
