// SPDX-License-Identifier: BSD-3-Clause
// Tessera: predicted times of all algorithms over the length of messages, and observed times.
#pragma once

#include "gui/panels/machine_box.hpp"
#include "gui/panels/view_panel.hpp"
#include "libcore/report/messages/recorded_trace.hpp"

#include <QComboBox>
#include <vector>

namespace tessera::gui {

/// The horizontal axis is the length of the job's messages or, for all-to-alls, the number of ranks.
class CostPanel final : public ScenePanel {
    Q_OBJECT
  public:
    static PanelKind const kind;
    explicit CostPanel(Session& session, QWidget* parent = nullptr);
    /// A job that maps its arrays once sends nothing.
    [[nodiscard]] bool suits(Job const* job) const override { return !job || job->moves(); }
    [[nodiscard]] QString message() const { return message_->text(); }

  public slots:
    /// Draws a trace of `redist --trace` over the prediction. A trace of another job is refused with a message beside the button.
    void addTrace(QString const& path);
    void chooseTrace();

  private:
    QWidget* createChoices();
    void say(QString const& words);
    void showSchedule() override;
    void showSelection() override;
    void draw() override;

    QLabel* message_;
    QComboBox* over_;                   ///< length of messages, or number of ranks
    std::vector<RecordedTrace> traces_; ///< only traces that fit this job's messages
};

} // namespace tessera::gui
