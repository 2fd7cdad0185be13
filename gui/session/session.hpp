// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the one document of a window, what follows from it, and the one selection.
#pragma once

#include "gui/session/background.hpp"
#include "gui/session/derivation.hpp"
#include "gui/session/flow.hpp"
#include "gui/session/recovery.hpp"
#include "gui/session/selection.hpp"

#include <QObject>
#include <QTextDocument>
#include <QTimer>
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

    [[nodiscard]] DerivedPointer derived() const { return derived_; } ///< null until there was a text without errors
    [[nodiscard]] std::optional<Error> const& error() const { return error_; }
    [[nodiscard]] FlowPointer flow() const { return flow_; }
    [[nodiscard]] std::optional<Error> const& flowError() const { return flowError_; }
    [[nodiscard]] std::vector<StepRecord> const& steps() const { return steps_; }
    [[nodiscard]] FlowChoice const& choice() const { return choice_; }
    void setChoice(FlowChoice choice);

    [[nodiscard]] Selection const& selection() const { return selection_; }
    void select(Selection selection);

    [[nodiscard]] std::vector<AlgorithmRecord> const& comparison() const { return comparison_; }
    /// Compares the algorithms now and after every edit.
    void setComparing(bool comparing);
    /// Gives up what is being computed; the next edit starts again.
    void cancel();
    [[nodiscard]] bool isBusy() const;
    /// Runs the event loop until nothing is being computed: for programs without a window, and for tests.
    void finish();

  signals:
    void pathChanged();
    void derivedChanged(); ///< a new plan, or an error instead
    void flowChanged();
    void stepsChanged();
    void comparisonChanged();
    void selectionChanged();
    void busyChanged(QString const& what); ///< empty: nothing is being computed

  private:
    void textChanged();
    void startDeriving();
    void arrive(Result<DerivedPointer> const& result);
    void startFlow();
    void arrive(Result<FlowPointer> const& result);
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

    DerivedPointer derived_;
    std::optional<Error> error_;
    FlowChoice choice_;
    FlowPointer flow_;
    std::optional<Error> flowError_;
    std::vector<StepRecord> steps_;
    std::vector<AlgorithmRecord> comparison_;
    bool comparing_ = false;
    Selection selection_;

    Background deriving_;
    Background flowing_;
    Background rating_;
    Background comparingWork_;
};

} // namespace tessera::gui
