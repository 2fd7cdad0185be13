// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the common clock of the window.
#include "gui/panels/shared_clock.hpp"

#include <algorithm>
#include <cmath>

namespace tessera::gui {

SharedClock::SharedClock(Session& session, Players players, QWidget* parent)
    : Player(Speed::Frames, {tr("Play"), tr("Play the steps in data flow, schedule, network and file"), tr("Time, in steps")},
             parent),
      session_(session), players_(players) {
    join({this, players.flow, players.schedule, players.network, players.file});
    // The file's player keeps its own keys, because it has one more position: all phases together.
    for (Player* const each : {static_cast<Player*>(players.flow), players.schedule, players.network}) each->follow(this);
    connect(this, &Player::moved, this, &SharedClock::showTime);
    connect(this, &Player::paused, this, [this] {
        showTime(position());
        // The network also needs a whole percentage. The session sends no change if the pause is just after the start of a step.
        if (position() < players_.network->end()) emit players_.network->paused();
    });
    connect(&session, &Session::scheduleChanged, this, &SharedClock::refresh);
    connect(&session, &Session::selectionChanged, this, &SharedClock::refresh);
    connect(players.file, &Player::endChanged, this, &SharedClock::refresh);
    refresh();
}

bool SharedClock::makeReady() {
    refresh();
    return end() > 0;
}

bool SharedClock::seesFile() const {
    return !players_.file->parentWidget()->visibleRegion().isEmpty();
}

/// Returns whether the file is visible and shows all phases together.
bool SharedClock::showsAll() const {
    return seesFile() && players_.file->end() > 0 && !session_.selection().file.phase;
}

int SharedClock::steps() const {
    SchedulePointer const sited = session_.schedule();
    int const sent = sendsMessages(sited) ? sited->schedule->steps() : 0;
    return std::max(sent, seesFile() ? static_cast<int>(players_.file->end()) : 0);
}

int SharedClock::stepAt(double position) const {
    return std::clamp(static_cast<int>(position), 0, std::max(steps() - 1, 0));
}

/// During playback the session only gets whole steps, so that a frame redraws only what moves between steps.
void SharedClock::showTime(double position) {
    int const step = stepAt(position);
    if (!isTicking()) {
        told_ = -1;
        session_.goTo(step, percentAfter(step, position));
    } else {
        if (step != told_) session_.goTo(told_ = step);
        players_.network->showAt(position);
    }
    if (players_.flow->isOpen() && players_.flow->isOnClock()) players_.flow->showAt(position);
    refresh();
}

/// A chosen moment may be the end of a step, which is the position where the next one begins.
int SharedClock::shownStep() const {
    Selection const& selection = session_.selection();
    bool const isAtEnd = !isTicking() && selection.network.percent == 100 && position() == selection.step + 1.0;
    return isAtEnd ? selection.step : stepAt(position());
}

void SharedClock::refresh() {
    setEnd(steps());
    followSelection();
    QString const all = tr("all %1 steps").arg(steps());
    QString const words = showsAll() ? all : tr("step %1 of %2").arg(shownStep() + 1).arg(steps());
    setWords(end() > 0 ? words : QString());
}

void SharedClock::followSelection() {
    if (isTicking()) return;
    Selection const& selection = session_.selection();
    int const sent = session_.schedule() ? session_.schedule()->schedule->steps() : 0;
    Index const phase = selection.file.phase.value_or(0);
    double const behind = selection.network.percent / 100.0;
    setPosition(phase >= sent && phase < steps() ? static_cast<double>(phase) : selection.step + behind);
}

} // namespace tessera::gui
