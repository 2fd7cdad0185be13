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
    [[nodiscard]] QString command() const { return command_->text(); } ///< command of the last run
    [[nodiscard]] QString output() const { return output_->toPlainText(); }
    [[nodiscard]] bool isRunning() const { return run_.isRunning(); }

  public slots:
    void startOrCancel();

  signals:
    /// A run succeeded. The trace file is deleted when the next run starts.
    void recorded(QString const& trace);

  private:
    void showJob();
    void showEnd(bool succeeded, QString const& output, QString const& trace);

    Session& session_;
    RedistProcess run_;
    QPushButton* button_;
    QProgressBar* progress_;
    QLabel* command_;
    QPlainTextEdit* output_;
};

} // namespace tessera::gui
