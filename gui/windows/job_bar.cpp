// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the window's bar: the transition of the job, the choices for its schedule, and the clock.
#include "gui/windows/job_bar.hpp"

#include "gui/panels/wrap_layout.hpp"

#include <QEvent>

namespace tessera::gui {

JobBar::JobBar(Session& session, SharedClock::Players players, QWidget* parent)
    : QWidget(parent), session_(session), states_(new StateStrip), choices_(new ScheduleChoices(session)),
      clock_(new SharedClock(session, players)) {
    auto* const lines = new WrapLayout(this);
    lines->setContentsMargins(4, 1, 4, 1);
    for (QWidget* const part : {static_cast<QWidget*>(states_), static_cast<QWidget*>(choices_), static_cast<QWidget*>(clock_)})
        lines->addWidget(part);
    states_->hide();
    connect(states_, &StateStrip::chosen, this, [this](std::size_t transition) { session_.lookAt(transition); });
    connect(&session, &Session::derivedChanged, this, &JobBar::showJob);
    connect(clock_, &Player::endChanged, this, &JobBar::showJob);
    showJob();
}

/// If nothing is sent, there is nothing to schedule. The machine still matters for phases, files and exchanges, and the clock for
/// the phases of a file.
void JobBar::showJob() {
    DerivedPointer const derived = session_.derived();
    if (!derived) return states_->hide();
    states_->show(*derived);
    choices_->setScheduled(derived->job.moves());
    clock_->setVisible(derived->job.moves() || clock_->end() > 0);
}

bool JobBar::event(QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) fitHeight();
    return QWidget::event(event);
}

/// Sets the height from the number of lines, because a tool bar ignores height-for-width.
void JobBar::fitHeight() {
    setFixedHeight(layout()->heightForWidth(width()));
}

} // namespace tessera::gui
