// SPDX-License-Identifier: BSD-3-Clause
// Tessera: work off the window's thread, of which only the latest result counts.
#include "gui/session/background.hpp"

namespace tessera::gui {

Background::Background(QObject* parent) : QObject(parent) {
    // One after the other: a cancelled predecessor soon ends.
    pool_.setMaxThreadCount(1);
}

Background::~Background() {
    stop_.request_stop();
    pool_.waitForDone();
}

void Background::cancel() {
    stop_.request_stop();
    setRunning(false);
}

void Background::setRunning(bool running) {
    if (running == running_) return;
    running_ = running;
    emit runningChanged(running);
}

} // namespace tessera::gui
