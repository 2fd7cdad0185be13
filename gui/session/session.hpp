// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the document of a window, the data derived from it, and the selection.
#pragma once

#include "gui/session/background.hpp"
#include "gui/session/derivation.hpp"
#include "gui/session/recovery.hpp"
#include "gui/session/scheduling.hpp"
#include "gui/session/selection_history.hpp"
#include "libcore/pipeline/rated_schedule.hpp"

#include <QObject>
#include <QTextDocument>
#include <QTimer>
#include <array>
#include <optional>

namespace tessera::gui {

/// The text is authoritative. Forms and drags edit it, and it has one undo history. After every edit, background threads compute
/// the plan, then the schedule, then the figures of its steps, then the comparison if requested. While a text has errors, views
/// keep the data of the last valid text of the same document.
class Session final : public QObject {
    Q_OBJECT
  public:
    explicit Session(QString recoveryFolder, QObject* parent = nullptr);
    ~Session() override;

    [[nodiscard]] QTextDocument* document() { return &document_; }
    [[nodiscard]] QString text() const { return document_.toPlainText(); }
    [[nodiscard]] QString const& path() const { return path_; } ///< empty: never saved
    [[nodiscard]] QString name() const;
    [[nodiscard]] QString folder() const; ///< folder of the job's lists: that of its file, or the current one
    [[nodiscard]] bool isModified() const { return document_.isModified(); }
    [[nodiscard]] Recovery& recovery() { return recovery_; }

    /// Opens a file. If it cannot be read, the old document stays.
    [[nodiscard]] Result<void> open(QString const& path);
    /// Sets a new document. An empty path: a text without a file, which counts as modified if it is not empty.
    void setText(QString const& text, QString const& path = {});
    /// Replaces the text, as one undo step.
    void replaceText(QString const& text);
    [[nodiscard]] Result<void> save(QString const& path);
    /// Reads a long text now if it has changed since the last reading. Call this before edits that use positions in it.
    void settle();

    [[nodiscard]] DerivedPointer derived() const { return derived_; } ///< null before the document's first text without errors
    /// Returns the data before the last edit; null if the document was not edited, or if another transition was selected.
    [[nodiscard]] DerivedPointer before() const { return before_; }
    /// Drops before(), when no view shows it any more.
    void forgetBefore();
    /// Returns why there is no job: the text has an error, is being planned, or is empty.
    [[nodiscard]] QString whyEmpty() const;
    [[nodiscard]] std::optional<Error> const& error() const { return error_; }
    [[nodiscard]] SchedulePointer schedule() const { return schedule_; } ///< null if there is an error instead
    [[nodiscard]] std::optional<Error> const& scheduleError() const { return scheduleError_; }
    [[nodiscard]] std::vector<RatedStep> const& steps() const { return steps_; }
    [[nodiscard]] ScheduleChoice const& choice() const { return choice_; }
    void setChoice(ScheduleChoice choice);
    /// Selects a transition of the job, 0-based; does nothing if it does not exist.
    void lookAt(std::size_t transition);

    [[nodiscard]] Selection const& selection() const { return selection_; }
    void select(Selection selection);
    /// Moves the common clock of the schedule, the network, the data flow and the file. Each shows this step (0-based), or its last
    /// one if it has fewer. `percent`: elapsed share of the step, for the network.
    void goTo(int moment, int percent = 0);
    /// Sets the number of steps of the current file access: 0 if it cannot be shown step by step; nothing if it is not planned yet.
    void setFileSteps(std::optional<Index> steps) { fileSteps_ = steps; }
    /// Goes to the previous (-1) or next (1) selection of the current job; does nothing if there is none.
    void goInSelections(int by);
    /// Applies `edit(Selection&)` to a copy of the selection and selects the result.
    template <class Edit>
    void change(Edit edit) {
        Selection changed = selection_;
        edit(changed);
        select(std::move(changed));
    }

    [[nodiscard]] std::vector<ComparedSchedule> const& comparison() const { return comparison_; }
    /// Turns the comparison of algorithms on or off. While on, it is recomputed after every edit.
    void setComparing(bool comparing);
    /// Cancels all computations; the next edit starts them again.
    void cancel();
    [[nodiscard]] bool isBusy() const;
    /// Runs the event loop until all computations are done: for programs without a window, and for tests.
    void finish();

  signals:
    void pathChanged();
    void beforeForgotten();
    void textSettled();     ///< the text has changed: emitted at once, or for a long text after a pause in typing
    void derivedChanged();  ///< a new plan, or an error instead
    void scheduleChanged(); ///< a new schedule, or an error instead
    void stepsChanged();
    void comparisonChanged();
    void selectionChanged();
    void busyChanged(QString const& what); ///< empty: all computations are done

  private:
    void textChanged();
    [[nodiscard]] bool isLong() const; ///< too long to be parsed at every key
    void startDeriving();
    void arrive(Result<DerivedPointer> const& result);
    void cancelWork();
    void dropJob();
    void follow(DerivedPointer derived);
    void startSchedule();
    void startChoosing(SchedulePointer const& first);
    void arrive(Result<SchedulePointer> const& result);
    [[nodiscard]] std::array<Background*, 5> works();
    void startSteps();
    void startComparison();
    void keepForRecovery();
    void announceBusy();

    QTextDocument document_;
    QString path_;
    Recovery recovery_;
    QTimer debounce_;
    QTimer autosave_;
    QTimer strange_; ///< runs while the views may still show the last document
    QString seenText_;
    bool settled_ = true; ///< true: seenText_ is the current text

    DerivedPointer derived_;
    DerivedPointer before_;
    int undoSteps_ = 0; ///< available undo steps of the text derived last
    bool isNew_ = true; ///< true: derived_ belongs to another document
    std::optional<Error> error_;
    std::size_t transition_ = 0; ///< the transition requested last
    ScheduleChoice choice_;
    SchedulePointer schedule_;
    std::optional<Error> scheduleError_;
    std::vector<RatedStep> steps_;
    std::vector<ComparedSchedule> comparison_;
    bool comparing_ = false;
    Selection selection_;
    std::optional<Index> fileSteps_;
    SelectionHistory history_;

    Background deriving_;
    Background scheduling_;
    // Work for later display has low priority:
    Background choosing_{Background::Priority::Low};
    Background rating_{Background::Priority::Low};
    Background comparingWork_{Background::Priority::Low};
};

} // namespace tessera::gui
