// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a view that plays a lesson in the window.
#pragma once

#include "gui/canvas/scene_canvas.hpp"
#include "libcore/lesson/lesson_play.hpp"

#include <QButtonGroup>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSlider>
#include <QVBoxLayout>
#include <QWidget>
#include <optional>

namespace tessera::gui {

/// Texts and questions are at the left, the picture and the slider at the right. Everything works by keys: Tab, Return to answer
/// and to continue, Alt+B and Alt+G for back and next.
class LessonView final : public QWidget {
    Q_OBJECT
  public:
    explicit LessonView(QWidget* parent = nullptr);

    void start(Lesson lesson);
    [[nodiscard]] LessonPlay const* play() const { return play_ ? &*play_ : nullptr; }
    [[nodiscard]] SceneCanvas* canvas() { return canvas_; }
    [[nodiscard]] QSlider* slider() { return slider_; }
    [[nodiscard]] QLineEdit* number() { return number_; }
    [[nodiscard]] QButtonGroup* choices() { return choices_; }
    [[nodiscard]] QPushButton* answerButton() { return answer_; }
    [[nodiscard]] QPushButton* nextButton() { return on_; }
    [[nodiscard]] QString said() const { return said_->text(); }

  signals:
    void done(QString const& lesson); ///< name of the lesson; emitted when the last question is answered
    void left();
    void jobWanted(QString const& text); ///< a request to show this job in all views

  protected:
    void keyPressEvent(QKeyEvent* event) override;

  private:
    QWidget* createTold();
    QWidget* createSeen();
    void connectParts();
    void enter();
    void ask();
    void show();
    void takeAnswer();
    void goOn();

    std::optional<LessonPlay> play_;
    QLabel* title_;
    QLabel* place_;
    QLabel* text_;
    QLabel* question_;
    QWidget* asked_;
    QVBoxLayout* choiceRows_;
    QButtonGroup* choices_;
    QLineEdit* number_;
    QPushButton* answer_;
    QLabel* said_;
    QPushButton* back_;
    QPushButton* on_;
    QLabel* slideLabel_;
    QSlider* slider_;
    QLabel* slideValue_;
    SceneCanvas* canvas_;
    QPlainTextEdit* job_;
};

} // namespace tessera::gui
