// SPDX-License-Identifier: BSD-3-Clause
// Tessera: execution of the job: command, progress, and output of redist.
#pragma once

#include "gui/panels/dock_panel.hpp"
#include "gui/session/redist_process.hpp"

#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>

namespace tessera::gui {

class RunPanel final : public DockPanel {
    Q_OBJECT
  public:
    static PanelKind const kind;
    explicit RunPanel(Session& session, QWidget* parent = nullptr);
    [[nodiscard]] QPushButton* button() { return button_; }
    [[nodiscard]] QWidget* entryWidget() override { return button_; }
    /// Returns the row that asks before a run for which this machine is small; hidden otherwise.
    [[nodiscard]] QWidget* question() { return question_; }
    [[nodiscard]] QPushButton* smaller() { return smaller_; }          ///< replaces the job's text by a smaller job
    [[nodiscard]] QPushButton* anyway() { return anyway_; }            ///< runs the job as it is
    [[nodiscard]] QString command() const { return command_->text(); } ///< command of the last run
    [[nodiscard]] QString output() const { return output_->toPlainText(); }
    [[nodiscard]] bool isRunning() const { return run_.isRunning(); }

  public slots:
    void startOrCancel();

  signals:
    /// A run succeeded. The trace file is deleted when the next run starts.
    void recorded(QString const& trace);

  private:
    void createQuestion();
    void showJob();
    void ask(QString const& excess);
    void start();
    void showEnd(bool succeeded, QString const& output, QString const& trace);

    Session& session_;
    RedistProcess run_;
    QPushButton* button_;
    QProgressBar* progress_;
    QWidget* question_;
    QLabel* excess_;
    QPushButton* smaller_;
    QPushButton* anyway_;
    QString smallerText_; ///< empty: there is no smaller job
    QLabel* command_;
    QPlainTextEdit* output_;
};

} // namespace tessera::gui
