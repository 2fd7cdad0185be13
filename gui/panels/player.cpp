// SPDX-License-Identifier: BSD-3-Clause
// Tessera: playback controls.
#include "gui/panels/player.hpp"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <algorithm>
#include <cmath>
#include <utility>

namespace tessera::gui {
namespace {

constexpr int stepMs = 700;
constexpr int frameMs = 16;
// Durations for Speed::Frames.
constexpr double shortestMs = 2500;
constexpr double longestMs = 20000;
constexpr double smoothStepMs = 900;
constexpr double finestScale = 1000;
constexpr double mostPlaces = 1000000;

double durationOf(double length) {
    return std::clamp(smoothStepMs * length, shortestMs, longestMs);
}

} // namespace

int percentAfter(int step, double position) {
    auto const percent = static_cast<int>(std::lround(100 * (position - step)));
    return position < step + 1 ? std::min(percent, 99) : percent;
}

Player::Player(Speed pace, Names names, QWidget* parent)
    : QWidget(parent), speed_(pace), names_(std::move(names)), row_(new QHBoxLayout(this)), playButton_(new QToolButton),
      slider_(new QSlider(Qt::Horizontal)), words_(new QLabel) {
    row_->setContentsMargins(0, 0, 0, 0);
    playButton_->setToolTip(tr("%1 (Space)").arg(names_.hint));
    playButton_->setAccessibleName(names_.hint);
    slider_->setAccessibleName(names_.moment);
    words_->setMinimumWidth(110);
    row_->addWidget(playButton_);
    row_->addStretch(); // keeps the row's layout while the controls are hidden
    addButton(QStringLiteral("<"), tr("Previous step (,)"), -1);
    addControl(slider_);
    row_->setStretchFactor(slider_, 1);
    addButton(QStringLiteral(">"), tr("Next step (.)"), 1);
    row_->insertWidget(row_->count() - 1, words_);
    clock_.setInterval(pace == Speed::Steps ? stepMs : frameMs);
    clock_.setTimerType(pace == Speed::Steps ? Qt::CoarseTimer : Qt::PreciseTimer);
    connect(playButton_, &QToolButton::clicked, this, &Player::play);
    connect(slider_, &QSlider::valueChanged, this, [this](int place) {
        pause();
        move(std::min(place / scale(), end_));
    });
    connect(&clock_, &QTimer::timeout, this, &Player::advance);
    showState();
}

void Player::addControl(QWidget* control) {
    row_->insertWidget(row_->count() - 1, control);
    controls_ << control;
}

void Player::addButton(QString const& text, QString const& name, int steps) {
    auto* const button = new QToolButton;
    button->setText(text);
    button->setToolTip(name);
    button->setAccessibleName(name);
    connect(button, &QToolButton::clicked, this, [this, steps] { moveBy(steps); });
    addControl(button);
}

void Player::showControls(bool shown) {
    for (QWidget* const control : controls_) control->setVisible(shown);
}

double Player::scale() const {
    return speed_ == Speed::Steps ? 1 : std::clamp(mostPlaces / std::max(end_, 1.0), 1.0, finestScale);
}

void Player::setEnd(double end) {
    bool const isOther = std::exchange(end_, end) != end;
    setPosition(position_);
    if (isOther) emit endChanged();
}

void Player::setPosition(double position) {
    position_ = std::clamp(position, 0.0, end_);
    showState();
}

void Player::showState() {
    playButton_->setText(isPlaying() ? tr("\u2016 Pause") : tr("\u25b6 %1").arg(names_.play));
    QSignalBlocker const quiet(slider_);
    slider_->setRange(0, static_cast<int>(std::lround(end_ * scale())));
    slider_->setValue(static_cast<int>(std::lround(position_ * scale())));
    slider_->setEnabled(end_ > 0);
}

void Player::move(double position) {
    setPosition(position);
    emit moved(position_);
}

bool Player::isPlaying() const {
    return std::ranges::any_of(joined_, [](Player const* player) { return player->clock_.isActive(); });
}

void Player::join(QList<Player*> const& players) {
    for (Player* const player : players) player->joined_ = players;
}

void Player::startClock() {
    sinceFrame_.start();
    clock_.start();
    for (Player* const player : joined_) player->showState();
}

void Player::stopClocks() {
    for (Player* const player : joined_) player->clock_.stop();
    for (Player* const player : joined_) player->showState();
}

void Player::pause() {
    QList<Player*> playing;
    for (Player* const player : joined_)
        if (player->clock_.isActive()) playing << player;
    stopClocks();
    for (Player* const player : playing) emit player->paused();
}

void Player::play() {
    if (isPlaying()) return pause();
    if (!makeReady()) return;
    if (leader_ && isOnClock()) {
        leader_->move(position_);
        return leader_->play();
    }
    startClock();
    if (speed_ == Speed::Frames && position_ >= end_) move(0);
}

void Player::advance() {
    if (speed_ == Speed::Steps) return moveBy(1);
    // A late frame advances by a limited amount.
    double const passed = std::min<double>(static_cast<double>(sinceFrame_.restart()), 4 * frameMs);
    double const position = std::min(position_ + passed * end_ / durationOf(end_), end_);
    if (position >= end_) stopClocks();
    move(position);
}

void Player::goTo(double position) {
    if (!makeReady()) return;
    stopClocks();
    move(position);
}

void Player::moveBy(int steps) {
    if (!makeReady()) return;
    double const whole = steps < 0 ? std::ceil(position_) : std::floor(position_);
    if (speed_ == Speed::Frames) return goTo(steps > 0 && showsAll() ? whole : whole + steps);
    double const count = end_ + 1;
    move(std::fmod(std::fmod(whole + steps, count) + count, count));
}

bool Player::takesKey(int key) {
    if (leader_ && isOnClock() && key != Qt::Key_Space) return leader_->takesKey(key);
    switch (key) {
    case Qt::Key_Space:
        return play(), true;
    case Qt::Key_Comma:
        return moveBy(-1), true;
    case Qt::Key_Period:
        return moveBy(1), true;
    case Qt::Key_Home:
        return goTo(0), true;
    case Qt::Key_End:
        return makeReady() ? (goTo(end_), true) : true;
    default:
        return false;
    }
}

} // namespace tessera::gui
