// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the start page: lessons, planning of a job, and examples.
#pragma once

#include "gui/session/background.hpp"
#include "gui/session/examples.hpp"

#include <QListWidget>
#include <QWidget>

namespace tessera::gui {

/// Three tracks: Learn (the lessons in order, with marks for completed ones), Plan a job, and Examples.
class StartPage final : public QWidget {
    Q_OBJECT
  public:
    explicit StartPage(QWidget* parent = nullptr);
    [[nodiscard]] QListWidget* list() { return list_; } ///< list of examples
    [[nodiscard]] QListWidget* lessons() { return lessons_; }
    /// Marks a lesson as completed, now and in later sessions.
    void markDone(QString const& lesson);
    [[nodiscard]] bool isBusy() const { return drawing_.isRunning(); } ///< whether thumbnails are being drawn

  signals:
    void exampleChosen(QString const& path);
    void lessonChosen(QString const& name);
    void openWanted();
    void newWanted();

  protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    QWidget* createLearning();
    QWidget* createPlanning();
    QWidget* createExamples();
    void fillTopic(QString const& topic, std::vector<Example> const& all);
    void fillLessons();
    void drawPictures();

    QListWidget* lessons_;
    QListWidget* list_;
    Background drawing_;
};

} // namespace tessera::gui
