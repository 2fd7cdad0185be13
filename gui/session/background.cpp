// SPDX-License-Identifier: BSD-3-Clause
// Tessera: work on a background thread, of which only the latest result is delivered.
#include "gui/session/background.hpp"

#include <sys/resource.h>

namespace tessera::gui {

Background::Background(QObject* parent) : QObject(parent) {
    // Work runs one after the other, because cancelled work ends soon.
    pool_.setMaxThreadCount(1);
}

Background::Background(Priority priority) : Background() {
    priority_ = priority;
}

/// Lowers the priority of this thread, which only runs patient work. It still gets about a tenth of the time when others compete,
/// so that it finishes. (Qt's lowest priority has no effect on Linux, and its idle priority may get no time at all.)
void Background::giveWay() {
    constexpr int niceness = 10;
    setpriority(PRIO_PROCESS, 0, niceness); // on Linux, 0 means this thread
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
