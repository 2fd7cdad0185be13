// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the document of a window, the data derived from it, and the selection.
#include "gui/session/session.hpp"

#include "gui/session/job_file.hpp"
#include "gui/session/viewed_array.hpp"
#include "libcore/base/try.hpp"

#include <QEventLoop>
#include <QFileInfo>
#include <QTextCursor>
#include <algorithm>
#include <utility>

namespace tessera::gui {
namespace {

constexpr int debounceMs = 15;
constexpr int autosaveMs = 1500;
constexpr int stepsAtOnce = 64;
constexpr int longText = 200'000; // in characters; parsing it takes longer than the time between keys
constexpr int restMs = 250;       // pause after the last key
constexpr int strangeMs = 100;    // display time of the last job's pictures while a new job is planned

/// Returns the first step with a message. Formulas for all pairs have empty steps if few pairs communicate.
int firstBusyStep(Schedule const& schedule) {
    if (schedule.messages().messages() == 0) return 0;
    for (int step = 0; step < schedule.steps(); ++step) {
        bool busy = false;
        schedule.for_each_transfer(step, [&](Transfer const&) { busy = true; });
        if (busy) return step;
    }
    return 0;
}

} // namespace

Session::Session(QString recoveryFolder, QObject* parent) : QObject(parent), recovery_(std::move(recoveryFolder)) {
    debounce_.setSingleShot(true);
    autosave_.setSingleShot(true);
    autosave_.setInterval(autosaveMs);
    strange_.setSingleShot(true);
    strange_.setInterval(strangeMs);
    connect(&document_, &QTextDocument::contentsChanged, this, &Session::textChanged);
    connect(&debounce_, &QTimer::timeout, this, &Session::startDeriving);
    connect(&autosave_, &QTimer::timeout, this, &Session::keepForRecovery);
    connect(&strange_, &QTimer::timeout, this, &Session::dropJob);
    for (Background* const work : works()) connect(work, &Background::runningChanged, this, &Session::announceBusy);
}

Session::~Session() {
    for (Background* const work : works()) disconnect(work, nullptr, this, nullptr);
}

std::array<Background*, 5> Session::works() {
    return {&deriving_, &scheduling_, &choosing_, &rating_, &comparingWork_};
}

QString Session::name() const {
    return path_.isEmpty() ? tr("untitled") : QFileInfo(path_).fileName();
}

QString Session::folder() const {
    return path_.isEmpty() ? QStringLiteral(".") : QFileInfo(path_).absolutePath();
}

Result<void> Session::open(QString const& path) {
    auto const text = TRY(readJobFile(path));
    setText(text, path);
    return {};
}

void Session::setText(QString const& text, QString const& path) {
    cancelWork(); // its results belong to the last document
    path_ = path;
    selection_ = {};
    transition_ = 0;
    isNew_ = true;
    error_.reset();
    document_.setPlainText(text);
    document_.setModified(false);
    recovery_.forget();
    autosave_.stop();
    if (!debounce_.isActive()) debounce_.start(0); // the same text again
    strange_.start();
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
    if (isLong()) {
        settled_ = false;
        debounce_.start(restMs);
        autosave_.start();
        return announceBusy();
    }
    QString const before = seenText_;
    settled_ = false;
    settle();
    if (before == seenText_) return; // only the formatting changed
    // The first edit is processed at once. Edits during the computation are processed together later.
    debounce_.start(deriving_.isRunning() || scheduling_.isRunning() ? debounceMs : 0);
    autosave_.start();
    announceBusy();
}

bool Session::isLong() const {
    return document_.characterCount() > longText;
}

void Session::settle() {
    if (std::exchange(settled_, true)) return;
    QString now = text();
    if (now == seenText_) return;
    seenText_ = std::move(now);
    emit textSettled();
}

void Session::keepForRecovery() {
    if (isModified()) recovery_.keep(path_, text());
}

void Session::startDeriving() {
    settle();
    deriving_.start(
        [text = seenText_.toStdString(), name = name().toStdString(), folder = folder().toStdString(),
         transition = transition_](Background::Task const& task) { return derive(text, name, folder, transition, task.watch()); },
        [this](Result<DerivedPointer> const& result) { arrive(result); });
}

void Session::arrive(Result<DerivedPointer> const& result) {
    error_ = result ? std::nullopt : std::optional(result.error());
    if (!result) return isNew_ ? dropJob() : emit derivedChanged();
    strange_.stop();
    bool const isNew = std::exchange(isNew_, false);
    // An edit that belongs to the same undo step (characters of a word, moves of a drag) counts as the same edit.
    int const undoSteps = document_.availableUndoSteps();
    bool const goesOn = std::exchange(undoSteps_, undoSteps) == undoSteps && before_;
    if (isNew) {
        before_ = nullptr;
        derived_ = nullptr; // a selection from another job is not valid in this one
    } else if (!goesOn) {
        before_ = derived_;
    }
    follow(*result);
}

/// Drops all data of the last document, so that no view shows it under the name of this one.
void Session::dropJob() {
    strange_.stop();
    for (Background* const work : {&scheduling_, &choosing_, &rating_, &comparingWork_}) work->cancel();
    derived_ = nullptr;
    before_ = nullptr;
    schedule_ = nullptr;
    scheduleError_.reset();
    steps_.clear();
    comparison_.clear();
    fileSteps_.reset();
    selection_ = {};
    history_.clear(selection_);
    emit derivedChanged(); // first, because views of the selection use the data of the job
    emit scheduleChanged();
    emit stepsChanged();
    emit comparisonChanged();
    emit selectionChanged();
}

void Session::forgetBefore() {
    if (!std::exchange(before_, nullptr)) return;
    emit beforeForgotten();
}

void Session::follow(DerivedPointer derived) {
    DerivedPointer const before = std::exchange(derived_, std::move(derived));
    fileSteps_.reset();
    auto const plans = static_cast<int>(derived_->plan->plans().size());
    change([&](Selection& selection) {
        followElement(selection, before.get(), *derived_);
        selection.plan = std::min(selection.plan, plans - 1);
        auto const regions = static_cast<int>(derived_->job.regions.size());
        selection.region.line = std::clamp(selection.region.line, 0, std::max(regions - 1, 0));
        selection.part.reset();
        if (selection.rank && *selection.rank >= derived_->plan->ranks()) selection.rank.reset();
    });
    history_.clear(selection_);
    startSchedule();
    emit derivedChanged();
}

QString Session::whyEmpty() const {
    if (document_.isEmpty()) return tr("There is no job yet. Type one in the panel Job, or press Ctrl+O to open a file.");
    if (!error_)
        return deriving_.isRunning() || debounce_.isActive()
                   ? tr("Planning...")
                   : tr("Planning was stopped. It starts again with the next edit of the text.");
    return tr("The job has an error, so there is no picture: %1").arg(QString::fromStdString(error_->message));
}

void Session::lookAt(std::size_t transition) {
    if (!derived_ || transition >= derived_->transitions.size() || transition == derived_->viewed) return;
    transition_ = transition;
    before_.reset();
    follow(withTransition(*derived_, transition));
}

void Session::setChoice(ScheduleChoice choice) {
    if (choice == choice_) return;
    choice_ = std::move(choice);
    startSchedule();
}

void Session::startSchedule() {
    if (!derived_) return;
    choosing_.cancel();
    rating_.cancel();
    comparingWork_.cancel();
    scheduling_.start([derived = derived_,
                       choice = choice_](Background::Task const& task) { return firstScheduleOf(*derived, choice, task.watch()); },
                      [this](Result<FirstSchedule> const& first) {
                          arrive(first ? Result<SchedulePointer>(first->sited) : forward_error(first));
                          if (first && first->isEstimate) startChoosing(first->sited);
                      });
}

void Session::startChoosing(SchedulePointer const& first) {
    choosing_.start([first](Background::Task const& task) { return bestInsteadOf(first, task.watch()); },
                    [this](Result<SchedulePointer> const& best) { arrive(best); });
}

void Session::arrive(Result<SchedulePointer> const& result) {
    // If the estimate was the best, only the reason is new.
    bool const isSame = result && schedule_ && schedule_->schedule == (*result)->schedule;
    schedule_ = result ? *result : nullptr;
    if (isSame) return emit stepsChanged();
    scheduleError_ = result ? std::nullopt : std::optional(result.error());
    steps_.clear();
    comparison_.clear();
    int const steps = schedule_ ? schedule_->schedule->steps() : 0;
    history_.fit(steps); // first, so that the following change is not a new entry
    change([this, steps](Selection& selection) {
        selection.link.reset();
        selection.step = std::clamp(selection.step, 0, std::max(steps - 1, 0));
        // If the clock is at its beginning, it moves to the first step with messages.
        if (selection.step == 0 && schedule_) selection.step = firstBusyStep(*schedule_->schedule);
    });
    emit scheduleChanged();
    emit stepsChanged();
    emit comparisonChanged();
    startSteps();
    startComparison();
}

void Session::startSteps() {
    if (!schedule_) return;
    auto const work = [this, sited = schedule_](Background::Task const& task) -> Result<int> {
        int const steps = sited->schedule->steps();
        for (int first = 0; first < steps; first += stepsAtOnce) {
            auto part = TRY(rate_steps(*sited, first, stepsAtOnce, task.watch()));
            task.post([this, part = std::move(part)] {
                steps_.insert(steps_.end(), part.begin(), part.end());
                emit stepsChanged();
            });
        }
        return steps;
    };
    rating_.start(work, [this](Result<int> const& result) {
        if (result) return;
        scheduleError_ = result.error();
        emit scheduleChanged();
    });
}

void Session::setComparing(bool comparing) {
    comparing_ = comparing;
    if (comparing && comparison_.empty() && !comparingWork_.isRunning()) startComparison();
}

void Session::startComparison() {
    if (!schedule_ || !comparing_) return;
    comparison_.clear();
    auto const work = [this, sited = schedule_](Background::Task const& task) {
        return compare_algorithms(sited->schedule->messages(), sited->site, task.watch(), [&](ComparedSchedule const& found) {
            task.post([this, found] {
                comparison_.push_back(found);
                emit comparisonChanged();
            });
        });
    };
    comparingWork_.start(work, [this](Result<std::vector<ComparedSchedule>> const&) { emit comparisonChanged(); });
}

void Session::select(Selection selection) {
    if (selection == selection_) return;
    selection_ = std::move(selection);
    history_.add(selection_);
    emit selectionChanged();
}

void Session::goTo(int moment, int percent) {
    int const steps = schedule_ ? schedule_->schedule->steps() : 0;
    change([&](Selection& selection) {
        selection.step = std::clamp(moment, 0, std::max(steps - 1, 0));
        selection.network.allSteps = false;
        selection.network.percent = percent;
        selection.file.phase = std::min(Index{moment}, fileSteps_.value_or(Index{moment} + 1) - 1);
        if (*selection.file.phase < 0) selection.file.phase.reset();
    });
}

void Session::goInSelections(int by) {
    if (!history_.canGo(by)) return;
    selection_ = history_.go(by);
    emit selectionChanged();
}

void Session::cancelWork() {
    debounce_.stop();
    for (Background* const work : works()) work->cancel();
}

void Session::cancel() {
    cancelWork();
    if (isNew_) dropJob(); // no result replaces the last document any more
}

bool Session::isBusy() const {
    return debounce_.isActive() || deriving_.isRunning() || scheduling_.isRunning() || choosing_.isRunning() ||
           rating_.isRunning() || comparingWork_.isRunning();
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
    else if (scheduling_.isRunning() || choosing_.isRunning())
        emit busyChanged(tr("scheduling"));
    else if (rating_.isRunning())
        emit busyChanged(tr("loads of all steps"));
    else if (comparingWork_.isRunning())
        emit busyChanged(tr("comparing algorithms"));
    else
        emit busyChanged({});
}

} // namespace tessera::gui
