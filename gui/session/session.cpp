// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the one document of a window, what follows from it, and the one selection.
#include "gui/session/session.hpp"

#include "gui/session/job_file.hpp"

#include <QEventLoop>
#include <QFileInfo>
#include <QTextCursor>
#include <algorithm>

namespace tessera::gui {
namespace {

constexpr int debounceMs = 15;
constexpr int autosaveMs = 1500;
constexpr int stepsAtOnce = 64;

} // namespace

Session::Session(QString recoveryFolder, QObject* parent) : QObject(parent), recovery_(std::move(recoveryFolder)) {
    debounce_.setSingleShot(true);
    autosave_.setSingleShot(true);
    autosave_.setInterval(autosaveMs);
    connect(&document_, &QTextDocument::contentsChanged, this, &Session::textChanged);
    connect(&debounce_, &QTimer::timeout, this, &Session::startDeriving);
    connect(&autosave_, &QTimer::timeout, this, &Session::keepForRecovery);
    for (Background* work : {&deriving_, &flowing_, &rating_, &comparingWork_})
        connect(work, &Background::runningChanged, this, &Session::announceBusy);
}

Session::~Session() {
    for (Background* work : {&deriving_, &flowing_, &rating_, &comparingWork_}) disconnect(work, nullptr, this, nullptr);
}

QString Session::name() const {
    return path_.isEmpty() ? tr("untitled") : QFileInfo(path_).fileName();
}

Result<void> Session::open(QString const& path) {
    auto const text = readJobFile(path);
    if (!text) return forward_error(text);
    setText(*text, path);
    return {};
}

void Session::setText(QString const& text, QString const& path) {
    path_ = path;
    selection_ = {};
    document_.setPlainText(text);
    document_.setModified(false);
    recovery_.forget();
    autosave_.stop();
    emit selectionChanged();
    emit pathChanged();
}

void Session::replaceText(QString const& text) {
    if (text == this->text()) return;
    QTextCursor cursor(&document_);
    cursor.beginEditBlock();
    cursor.select(QTextCursor::Document);
    cursor.insertText(text);
    cursor.endEditBlock();
}

Result<void> Session::save(QString const& path) {
    auto const written = writeFile(path, text().toUtf8());
    if (!written) return written;
    path_ = path;
    document_.setModified(false);
    autosave_.stop();
    recovery_.forget();
    emit pathChanged();
    return {};
}

void Session::textChanged() {
    QString const now = text();
    if (now == seenText_) return; // only its looks changed
    seenText_ = now;
    // The first edit is followed at once; more of them, while that is under way, are followed together.
    debounce_.start(deriving_.isRunning() || flowing_.isRunning() ? debounceMs : 0);
    autosave_.start();
    announceBusy();
}

void Session::keepForRecovery() {
    if (isModified()) recovery_.keep(path_, text());
}

void Session::startDeriving() {
    std::string const folder = path_.isEmpty() ? "." : QFileInfo(path_).absolutePath().toStdString();
    deriving_.start([text = seenText_.toStdString(), name = name().toStdString(),
                     folder](StopFlag const& stop) { return derive(text, name, folder, stop); },
                    [this](Result<DerivedPointer> const& result) { arrive(result); });
}

void Session::arrive(Result<DerivedPointer> const& result) {
    error_ = result ? std::nullopt : std::optional(result.error());
    if (result) {
        derived_ = *result;
        auto const plans = static_cast<int>(derived_->plan->plans().size());
        Selection kept = selection_;
        kept.plan = std::min(kept.plan, plans - 1);
        // An element, a message or a rank of another job may not exist in this one.
        kept.element.reset();
        if (kept.message) kept.message.reset();
        if (kept.rank && *kept.rank >= derived_->plan->ranks()) kept.rank.reset();
        select(kept);
        startFlow();
    }
    emit derivedChanged();
}

void Session::setChoice(FlowChoice choice) {
    if (choice == choice_) return;
    choice_ = std::move(choice);
    startFlow();
}

void Session::startFlow() {
    if (!derived_) return;
    rating_.cancel();
    comparingWork_.cancel();
    flowing_.start([derived = derived_, choice = choice_](StopFlag const& stop) { return makeFlow(*derived, choice, stop); },
                   [this](Result<FlowPointer> const& result) { arrive(result); });
}

void Session::arrive(Result<FlowPointer> const& result) {
    flow_ = result ? *result : nullptr;
    flowError_ = result ? std::nullopt : std::optional(result.error());
    steps_.clear();
    comparison_.clear();
    Selection kept = selection_;
    kept.link.reset();
    kept.step = flow_ ? std::clamp(kept.step, 0, std::max(flow_->schedule->steps() - 1, 0)) : 0;
    select(kept);
    emit flowChanged();
    emit stepsChanged();
    emit comparisonChanged();
    startSteps();
    startComparison();
}

void Session::startSteps() {
    if (!flow_) return;
    auto const work = [this, flow = flow_](StopFlag const& stop) -> Result<int> {
        int const steps = flow->schedule->steps();
        for (int first = 0; first < steps && !stop; first += stepsAtOnce) {
            auto piece = rateSteps(*flow, first, stepsAtOnce);
            if (!piece) return forward_error(piece);
            rating_.post(stop, [this, piece = std::move(*piece)] {
                steps_.insert(steps_.end(), piece.begin(), piece.end());
                emit stepsChanged();
            });
        }
        return steps;
    };
    rating_.start(work, [this](Result<int> const& result) {
        if (result) return;
        flowError_ = result.error();
        emit flowChanged();
    });
}

void Session::setComparing(bool comparing) {
    comparing_ = comparing;
    if (comparing && comparison_.empty() && !comparingWork_.isRunning()) startComparison();
}

void Session::startComparison() {
    if (!flow_ || !comparing_) return;
    comparison_.clear();
    auto const work = [this, flow = flow_](StopFlag const& stop) {
        return compareAlgorithms(*flow, stop, [this, &stop](AlgorithmRecord const& record) {
            comparingWork_.post(stop, [this, record] {
                comparison_.push_back(record);
                emit comparisonChanged();
            });
        });
    };
    comparingWork_.start(work, [this](Result<std::vector<AlgorithmRecord>> const&) { emit comparisonChanged(); });
}

void Session::select(Selection selection) {
    if (selection == selection_) return;
    selection_ = std::move(selection);
    emit selectionChanged();
}

void Session::cancel() {
    debounce_.stop();
    for (Background* work : {&deriving_, &flowing_, &rating_, &comparingWork_}) work->cancel();
}

bool Session::isBusy() const {
    return debounce_.isActive() || deriving_.isRunning() || flowing_.isRunning() || rating_.isRunning() ||
           comparingWork_.isRunning();
}

void Session::finish() {
    if (debounce_.isActive()) {
        debounce_.stop();
        startDeriving();
    }
    QEventLoop loop;
    connect(this, &Session::busyChanged, &loop, [&] {
        if (!isBusy()) loop.quit();
    });
    if (isBusy()) loop.exec();
}

void Session::announceBusy() {
    if (deriving_.isRunning() || debounce_.isActive())
        emit busyChanged(tr("planning"));
    else if (flowing_.isRunning())
        emit busyChanged(tr("scheduling"));
    else if (rating_.isRunning())
        emit busyChanged(tr("loads of all steps"));
    else if (comparingWork_.isRunning())
        emit busyChanged(tr("comparing algorithms"));
    else
        emit busyChanged({});
}

} // namespace tessera::gui
