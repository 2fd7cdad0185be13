// SPDX-License-Identifier: BSD-3-Clause
// Tessera: predicted times of all algorithms over the length of messages, and times that were observed.
#pragma once

#include "gui/canvas/scene_canvas.hpp"
#include "gui/panels/drawing.hpp"
#include "gui/session/session.hpp"
#include "gui/session/trace_file.hpp"

#include <QComboBox>
#include <QLabel>
#include <QWidget>
#include <vector>

namespace tessera::gui {

/// Over the length of the job's messages or, for all-to-alls, over the number of ranks.
class CostPanel final : public QWidget {
    Q_OBJECT
  public:
    explicit CostPanel(Session& session, QWidget* parent = nullptr);
    [[nodiscard]] SceneCanvas* canvas() { return canvas_; }
    [[nodiscard]] QString message() const { return message_->text(); }
    [[nodiscard]] bool isBusy() const { return drawing_.isRunning(); }

  public slots:
    /// Lays what `redist --trace` recorded over the prediction. What does not fit is told, and nothing changes.
    void addTrace(QString const& path);
    void chooseTrace();

  private:
    void showFlow();
    void showSelection();
    void draw();

    Session& session_;
    SceneCanvas* canvas_;
    QLabel* message_;
    QComboBox* over_;               ///< length of messages, number of ranks
    std::vector<RecordedRun> runs_; ///< of this job's messages
    Drawing* chartDrawing_;
    Background drawing_;
};

} // namespace tessera::gui
