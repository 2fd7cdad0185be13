// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the one document of a window, what follows from it, and the one selection.
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

/// The text is the truth; forms and drags edit it, undo and redo are its own. Every edit is followed, off this thread: the plan
/// first, then the schedule, then the figures of its steps, then what was asked to be compared. While a text has errors, the views
/// keep what followed from the last one without.
class Session final : public QObject {
    Q_OBJECT
  public:
    explicit Session(QString recoveryFolder, QObject* parent = nullptr);
    ~Session() override;

    [[nodiscard]] QTextDocument* document() { return &document_; }
    [[nodiscard]] QString text() const { return document_.toPlainText(); }
    [[nodiscard]] QString const& path() const { return path_; } ///< empty: never saved
    [[nodiscard]] QString name() const;
    [[nodiscard]] bool isModified() const { return document_.isModified(); }
    [[nodiscard]] Recovery& recovery() { return recovery_; }

    /// The old document stays where the new one cannot be read.
    [[nodiscard]] Result<void> open(QString const& path);
    /// A new document; an empty path: a text without a file, which counts as modified if it is not empty.
    void setText(QString const& text, QString const& path = {});
    /// One step that undo takes back.
    void replaceText(QString const& text);
    [[nodiscard]] Result<void> save(QString const& path);
    /// Reads a long text that has not been read since it was last changed: before it is edited by places in it.
    void settle();

    [[nodiscard]] DerivedPointer derived() const { return derived_; } ///< null until there was a text without errors
    /// What there was before the last edit; null for a document that was not edited, or where another transition is looked at.
    [[nodiscard]] DerivedPointer before() const { return before_; }
    /// Nobody wants to see it any longer.
    void forgetBefore();
    [[nodiscard]] std::optional<Error> const& error() const { return error_; }
    [[nodiscard]] SchedulePointer schedule() const { return schedule_; } ///< null where there is an error instead
    [[nodiscard]] std::optional<Error> const& scheduleError() const { return scheduleError_; }
    [[nodiscard]] std::vector<RatedStep> const& steps() const { return steps_; }
    [[nodiscard]] ScheduleChoice const& choice() const { return choice_; }
    void setChoice(ScheduleChoice choice);
    /// At a transition of the job, counted from 0; nothing where there is none.
    void lookAt(std::size_t transition);

    [[nodiscard]] Selection const& selection() const { return selection_; }
    void select(Selection selection);
    /// The one clock of the schedule, the network, the data flow and the file: each shows this step of its own, from 0, or its last
    /// where it has fewer. The network also shows how much of the step has passed.
    void goTo(int moment, int percent = 0);
    /// Of the file access that is looked at: none where it cannot be looked at step by step; nothing where it is not planned yet.
    void setFileSteps(std::optional<Index> steps) { fileSteps_ = steps; }
    /// To what was selected before (-1), or forward again (1); nothing where there is none. Of the job as it is.
    void goInSelections(int by);
    /// Selects what `edit(Selection&)` makes of the selection.
    template <class Edit>
    void change(Edit edit) {
        Selection changed = selection_;
        edit(changed);
        select(std::move(changed));
    }

    [[nodiscard]] std::vector<ComparedSchedule> const& comparison() const { return comparison_; }
    /// Compares the algorithms now and after every edit.
    void setComparing(bool comparing);
    /// Gives up what is being computed; the next edit starts again.
    void cancel();
    [[nodiscard]] bool isBusy() const;
    /// Runs the event loop until nothing is being computed: for programs without a window, and for tests.
    void finish();

  signals:
    void pathChanged();
    void beforeForgotten();
    void textSettled();     ///< another text: at once, and of a long one when typing rests
    void derivedChanged();  ///< a new plan, or an error instead
    void scheduleChanged(); ///< a new schedule, or an error instead
    void stepsChanged();
    void comparisonChanged();
    void selectionChanged();
    void busyChanged(QString const& what); ///< empty: nothing is being computed

  private:
    void textChanged();
    [[nodiscard]] bool isLong() const; ///< too long to be read at every key
    void startDeriving();
    void arrive(Result<DerivedPointer> const& result);
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
    QString seenText_;
    bool settled_ = true; ///< seenText_ is the text

    DerivedPointer derived_;
    DerivedPointer before_;
    int undoSteps_ = 0; ///< of the text that was derived last
    bool isNew_ = true; ///< the document: what was derived before belongs to another
    std::optional<Error> error_;
    std::size_t transition_ = 0; ///< the one that was last asked for
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
    // What is seen later may take its time:
    Background choosing_{Background::Haste::Patient};
    Background rating_{Background::Haste::Patient};
    Background comparingWork_{Background::Haste::Patient};
};

} // namespace tessera::gui
