// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a program as a strip of states, with what-if layouts and advice.
#pragma once

#include "gui/panels/view_panel.hpp"
#include "gui/session/program_work.hpp"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <optional>

namespace tessera::gui {

/// Only for jobs with phases.
class ProgramPanel final : public ScenePanel {
    Q_OBJECT
  public:
    static PanelKind const kind;
    explicit ProgramPanel(Session& session, QWidget* parent = nullptr);
    [[nodiscard]] QComboBox* wish() { return wish_; }
    [[nodiscard]] QLineEdit* operation() { return operation_; }
    [[nodiscard]] QPushButton* adviseButton() { return advise_; }
    [[nodiscard]] QPushButton* adoptButton() { return adopt_; }
    [[nodiscard]] QListWidget* answers() { return answers_; }
    [[nodiscard]] QString summary() const { return summary_->text(); }
    [[nodiscard]] QWidget* entryWidget() override { return wish_; }
    [[nodiscard]] bool suits(Job const* job) const override { return job && !job->program.empty(); }
    [[nodiscard]] bool isBusy() const override { return ScenePanel::isBusy() || advising_.isRunning(); }

  private:
    void showJob() override;
    void showSchedule() override;
    void showSelection() override;
    void draw() override;
    void arrange();
    void connectParts();
    void listWishes(Job const& job);
    void forgetAdvice();
    /// Keeps advice for the current text and machine. The selected transition does not affect advice.
    void forgetOldAdvice();
    void takeWishes(QString const& text);
    void arrive(Result<ProgramPicture> const& picture);
    void advise();
    void arrive(Result<ProgramAdvice> const& advice);
    void choose(int row);
    void adopt();
    void clicked(SceneTag const& tag);
    [[nodiscard]] std::size_t stateAfter(ChangeTag const& tag, std::size_t array) const;
    [[nodiscard]] std::optional<std::size_t> transitionOf(ChangeTag const& tag) const;

    QComboBox* wish_;
    QLineEdit* operation_;
    QPushButton* advise_;
    QPushButton* adopt_;
    QListWidget* answers_;
    QLabel* summary_;
    ProgramChoice drawn_; // choice that is drawn; the rest of the selection does not affect prices
    ProgramAdvice advice_;
    QString advisedText_; // job's text for the advice, or for the advice in progress
    ScheduleChoice advisedFor_;
    std::vector<std::vector<std::size_t>> states_; // states of the current sight
    std::vector<PhaseChange> changes_;             // changes of the current sight
    QString note_;                                 // note on the adopted layout
    QString adoptedText_;                          // text for which the note is valid
    Background advising_;
};

} // namespace tessera::gui
