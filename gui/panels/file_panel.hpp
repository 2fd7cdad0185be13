// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the file of a job: which bytes its ranks read or write, by which method, phase by phase.
#pragma once

#include "gui/canvas/scene_canvas.hpp"
#include "gui/panels/drawing.hpp"
#include "gui/session/file_access.hpp"
#include "gui/session/session.hpp"

#include <QComboBox>
#include <QLabel>
#include <QSlider>
#include <QTimer>
#include <QToolButton>
#include <QWidget>

namespace tessera::gui {

class FilePanel final : public QWidget {
    Q_OBJECT
  public:
    explicit FilePanel(Session& session, QWidget* parent = nullptr);
    [[nodiscard]] QComboBox* line() { return line_; }
    [[nodiscard]] QComboBox* method() { return method_; }
    [[nodiscard]] QSlider* slider() { return slider_; }
    [[nodiscard]] SceneCanvas* canvas() { return canvas_; }
    [[nodiscard]] QString summary() const { return summary_->text(); }
    [[nodiscard]] bool isBusy() const { return planning_.isRunning(); }

  public slots:
    void play();
    void moveBy(int steps);

  protected:
    void keyPressEvent(QKeyEvent* event) override;

  private:
    QWidget* createChoices();
    QWidget* createPlayer();
    void showJob();
    void showLines();
    void showChoice();
    void plan();
    void arrive(Result<FileAccessPointer> const& access);
    void draw();
    void goTo(int position);
    void choose(FileChoice const& choice);
    void clicked(SceneTag const& tag);

    Session& session_;
    QComboBox* line_;
    QComboBox* method_;
    QLabel* summary_;
    QToolButton* playButton_ = nullptr;
    QSlider* slider_; ///< 0: all steps together, else a step, from 1
    QLabel* stepText_;
    SceneCanvas* canvas_;
    FileAccessPointer access_;
    FileChoice shown_; ///< what access_ was made for, and the phase that is drawn
    Drawing* drawing_;
    Background planning_;
    QTimer clock_;
};

} // namespace tessera::gui
