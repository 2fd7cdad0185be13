// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a player for the data's movement from its old owners to its new ones.
#include "gui/panels/flow_player.hpp"

#include "gui/models/numbers.hpp"

#include <QLayout>
#include <algorithm>

namespace tessera::gui {
namespace {

constexpr int mostLinkedRanks = 256; // with more ranks, other views are too slow to follow every frame

FlowSlice sliceOf(MappingView const& mappingView) {
    return {mappingView.rowDim, mappingView.columnDim, mappingView.fixed,
            mappingView.rowDim ? mappingView.rows.visible() : Run{0, 1}, mappingView.columns.visible()};
}

} // namespace

FlowPlayer::FlowPlayer(Session& session, QWidget* over, OwnershipCanvas* source, OwnershipCanvas* target, QWidget* parent)
    : Player(Speed::Frames,
             {tr("Data flow"), tr("Play the data flow from the old owners to the new owners"), tr("Time in the data flow")},
             parent),
      session_(session), source_(source), target_(target), overlay_(new FlowOverlay(over, source, target)),
      closing_(new QToolButton) {
    setToolTip(tr("A rectangle has the colour of its old owner, and a frame in the colour of its new owner."));
    closing_->setText(QStringLiteral("\u2715"));
    closing_->setToolTip(tr("End the data flow (Esc)"));
    closing_->setAccessibleName(tr("End the data flow"));
    layout()->addWidget(closing_);
    connect(closing_, &QToolButton::clicked, this, &FlowPlayer::close);
    connect(this, &Player::moved, this, &FlowPlayer::showMoment);
    for (OwnershipCanvas* canvas : {source, target}) connect(canvas, &OwnershipCanvas::windowChanged, this, &FlowPlayer::refresh);
    connect(&session, &Session::selectionChanged, this, &FlowPlayer::followSelection);
    connect(&session, &Session::scheduleChanged, this, [this] {
        if (!isOpen()) return;
        order();
        refresh();
        showControls(!isOnClock());
    });
    close();
}

void FlowPlayer::setPlan(std::shared_ptr<RedistPlan const> plan) {
    plan_ = std::move(plan);
    close();
    setVisible(plan_ != nullptr);
}

bool FlowPlayer::makeReady() {
    if (plan_ && !isOpen()) open();
    return plan_ != nullptr;
}

void FlowPlayer::open() {
    messages_ = largest_messages(*plan_);
    order();
    collect();
    setPosition(0);
    overlay_->setTime(0);
    overlay_->setGeometry(overlay_->parentWidget()->rect());
    overlay_->show();
    overlay_->raise();
    showControls(!isOnClock()); // otherwise those of the clock are enough
    showWords(true);
    closing_->show();
}

void FlowPlayer::close() {
    if (isOpen()) pause();
    overlay_->hide();
    showControls(false);
    showWords(false);
    closing_->hide();
}

void FlowPlayer::order() {
    SchedulePointer const sited = session_.schedule();
    steps_ = sited ? steps_of(*sited->schedule) : MessageSteps();
}

void FlowPlayer::collect() {
    if (!plan_ || !source_->mappingView() || !target_->mappingView()) return;
    DataFlow flow = data_flow(*plan_, messages_, sliceOf(*source_->mappingView()), sliceOf(*target_->mappingView()), steps_);
    // Other arrays of the job may have more steps. All views use the same number of steps.
    if (SchedulePointer const sited = session_.schedule(); sited && !steps_.empty())
        flow.steps = std::max(flow.steps, sited->schedule->steps());
    overlay_->setFlow(std::move(flow));
    setEnd(overlay_->flow().length());
}

void FlowPlayer::refresh() {
    if (!isOpen()) return;
    collect();
    showMoment();
}

int FlowPlayer::step() const {
    return std::min(static_cast<int>(position()), overlay_->flow().steps - 1);
}

QString FlowPlayer::momentText() const {
    DataFlow const& flow = overlay_->flow();
    if (flow.messages == 0) return tr("nothing moves: each rank already has what it needs");
    QString const moment = flow.steps > 1 ? tr("step %1 of %2").arg(step() + 1).arg(flow.steps) : tr("all messages at once");
    if (flow.messages_shown < flow.messages)
        return moment + (flow.sampled ? tr(", %1 of %2 messages shown") : tr(", %1 of %2 messages in view"))
                            .arg(groupedText(flow.messages_shown), groupedText(flow.messages));
    return flow.sampled ? moment + tr(", a sample of %1 rectangles").arg(groupedText(std::ssize(flow.flights))) : moment;
}

void FlowPlayer::showMoment() {
    overlay_->setTime(position());
    setWords(momentText());
    followStep();
}

bool FlowPlayer::isOnClock() const {
    SchedulePointer const sited = session_.schedule();
    return sited && overlay_->flow().steps == sited->schedule->steps() && sited->schedule->size() <= mostLinkedRanks;
}

/// Makes the other views show the current step.
void FlowPlayer::followStep() {
    if (!isOnClock()) return;
    if (session_.selection().step != step()) session_.goTo(step());
}

void FlowPlayer::followSelection() {
    if (!isOpen() || !isOnClock() || step() == session_.selection().step) return;
    setPosition(session_.selection().step);
    overlay_->setTime(position());
    setWords(momentText());
}

} // namespace tessera::gui
