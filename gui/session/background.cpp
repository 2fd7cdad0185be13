// SPDX-License-Identifier: BSD-3-Clause
// Tessera: work off the window's thread, of which only the latest result counts.
#include "gui/session/background.hpp"

#include <sys/resource.h>

namespace tessera::gui {

Background::Background(QObject* parent) : QObject(parent) {
    // One after the other: a cancelled predecessor soon ends.
    pool_.setMaxThreadCount(1);
}

Background::Background(Haste haste) : Background() {
    haste_ = haste;
}

/// Of the thread, which does nothing else: a tenth of the time where others want it, too, so that it is done in the end. (Qt's
/// lowest priority changes nothing on Linux, and its idle one may get no time at all.)
void Background::giveWay() {
    constexpr int niceness = 10;
    setpriority(PRIO_PROCESS, 0, niceness); // Linux takes 0 for this thread
}

Background::~Background() {
    stop_.request_stop();
    pool_.waitForDone();
}

QEvent::Type Background::AnyCall::kind() {
    static int const registered = registerEventType();
    return static_cast<Type>(registered);
}

bool Background::event(QEvent* event) {
    takeOver();
    if (event->type() != AnyCall::kind()) return QObject::event(event);
    static_cast<AnyCall*>(event)->run();
    return true;
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
