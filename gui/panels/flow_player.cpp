// SPDX-License-Identifier: BSD-3-Clause
// Tessera: plays how the data goes from its old owners to its new ones.
#include "gui/panels/flow_player.hpp"

#include "gui/models/numbers.hpp"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <algorithm>
#include <cmath>

namespace tessera::gui {
namespace {

constexpr int frameMs = 16;
constexpr double shortestMs = 2500;
constexpr double longestMs = 20000;
constexpr double stepMs = 900;
constexpr int sliderSteps = 1000; // per step of the schedule, fewer where there are many
constexpr int mostSlider = 1000000;
constexpr int mostLinkedRanks = 256; // more, and the other views cannot follow while frames are painted

int sliderScale(int steps) {
    return std::clamp(mostSlider / std::max(steps, 1), 1, sliderSteps);
}

FlowSlice sliceOf(OwnershipSight const& sight) {
    return {sight.rowDim, sight.columnDim, sight.fixed, sight.rowDim ? sight.rows.visible() : Run{0, 1}, sight.columns.visible()};
}

} // namespace

FlowPlayer::FlowPlayer(Session& session, QWidget* over, OwnershipCanvas* source, OwnershipCanvas* target, QWidget* parent)
    : QWidget(parent), session_(session), source_(source), target_(target), overlay_(new FlowOverlay(over, source, target)),
      playButton_(new QToolButton), closeButton_(new QToolButton), slider_(new QSlider(Qt::Horizontal)), words_(new QLabel) {
    playButton_->setToolTip(tr("Watch the data go from its old owners to its new ones (Space)"));
    playButton_->setAccessibleName(tr("Play the data flow"));
    closeButton_->setText(QStringLiteral("\u2715"));
    closeButton_->setToolTip(tr("End the data flow (Esc)"));
    closeButton_->setAccessibleName(tr("End the data flow"));
    slider_->setAccessibleName(tr("Moment of the data flow"));
    words_->setForegroundRole(QPalette::PlaceholderText);
    words_->setToolTip(tr("A piece has the colour of its old owner and a frame in the colour of its new one."));
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(4, 0, 4, 2);
    row->addWidget(playButton_);
    row->addWidget(slider_, 1);
    row->addWidget(words_);
    row->addWidget(closeButton_);
    row->addStretch();
    clock_.setInterval(frameMs);
    clock_.setTimerType(Qt::PreciseTimer);
    connect(playButton_, &QToolButton::clicked, this, &FlowPlayer::play);
    connect(closeButton_, &QToolButton::clicked, this, &FlowPlayer::close);
    connect(&clock_, &QTimer::timeout, this, &FlowPlayer::advance);
    connect(slider_, &QSlider::valueChanged, this, [this](int value) {
        clock_.stop();
        overlay_->setTime(static_cast<double>(value) / sliderScale(overlay_->flow().steps));
        showMoment();
    });
    for (OwnershipCanvas* canvas : {source, target}) connect(canvas, &OwnershipCanvas::windowChanged, this, &FlowPlayer::refresh);
    connect(&session, &Session::flowChanged, this, [this] {
        if (!isOpen()) return;
        order();
        refresh();
    });
    close();
}

void FlowPlayer::setPlan(RedistPlan const* plan) {
    plan_ = plan;
    close();
    setVisible(plan != nullptr);
}

double FlowPlayer::duration() const {
    return std::clamp(stepMs * overlay_->flow().length(), shortestMs, longestMs);
}

void FlowPlayer::order() {
    FlowPointer const flow = session_.flow();
    steps_ = flow ? steps_of(*flow->schedule) : MessageSteps();
}

void FlowPlayer::collect() {
    if (!plan_ || !source_->sight() || !target_->sight()) return;
    overlay_->setFlow(data_flow(*plan_, messages_, sliceOf(*source_->sight()), sliceOf(*target_->sight()), steps_));
    DataFlow const& now = overlay_->flow();
    overlay_->setTime(std::min(overlay_->time(), now.length()));
    QSignalBlocker const quiet(slider_);
    slider_->setRange(0, static_cast<int>(std::lround(now.length() * sliderScale(now.steps))));
}

void FlowPlayer::refresh() {
    if (!isOpen()) return;
    collect();
    showMoment();
}

void FlowPlayer::open() {
    messages_ = largest_messages(*plan_);
    order();
    collect();
    overlay_->setTime(0);
    overlay_->setGeometry(overlay_->parentWidget()->rect());
    overlay_->show();
    overlay_->raise();
    slider_->show();
    words_->show();
    closeButton_->show();
}

void FlowPlayer::close() {
    clock_.stop();
    overlay_->hide();
    for (QWidget* each : std::initializer_list<QWidget*>{slider_, words_, closeButton_}) each->hide();
    playButton_->setText(tr("\u25b6 Data flow"));
}

void FlowPlayer::play() {
    if (!plan_) return;
    if (clock_.isActive()) {
        clock_.stop();
        return showMoment();
    }
    if (!isOpen()) open();
    if (overlay_->time() >= overlay_->flow().length()) overlay_->setTime(0);
    sinceFrame_.start();
    clock_.start();
    showMoment();
}

void FlowPlayer::goTo(double time) {
    if (!plan_) return;
    if (!isOpen()) open();
    clock_.stop();
    overlay_->setTime(std::clamp(time, 0.0, overlay_->flow().length()));
    showMoment();
}

void FlowPlayer::advance() {
    double const length = overlay_->flow().length();
    // A frame that came late moves everything a little, not a lot.
    double const passed = std::min<double>(static_cast<double>(sinceFrame_.restart()), 4 * frameMs);
    double const time = std::min(overlay_->time() + passed * length / duration(), length);
    if (time >= length) clock_.stop();
    overlay_->setTime(time);
    showMoment();
}

void FlowPlayer::showMoment() {
    DataFlow const& flow = overlay_->flow();
    playButton_->setText(clock_.isActive() ? tr("\u23f8 Pause") : tr("\u25b6 Data flow"));
    QSignalBlocker const quiet(slider_);
    slider_->setValue(static_cast<int>(std::lround(overlay_->time() * sliderScale(flow.steps))));
    int const step = std::min(static_cast<int>(overlay_->time()), flow.steps - 1);
    QString text = flow.steps > 1 ? tr("step %1 of %2").arg(step + 1).arg(flow.steps) : tr("all messages at once");
    if (flow.messages == 0)
        text = tr("nothing moves: every rank has what it needs");
    else if (flow.messages_shown < flow.messages)
        text += (flow.sampled ? tr(", %1 of %2 messages shown") : tr(", %1 of %2 messages in sight"))
                    .arg(groupedText(flow.messages_shown), groupedText(flow.messages));
    else if (flow.sampled)
        text += tr(", a sample of %1 pieces").arg(groupedText(std::ssize(flow.flights)));
    words_->setText(text);
    FlowPointer const way = session_.flow();
    if (!way || flow.steps != way->schedule->steps() || way->schedule->size() > mostLinkedRanks) return;
    Selection selection = session_.selection();
    if (selection.step == step) return;
    selection.step = step;
    session_.select(selection);
}

} // namespace tessera::gui
