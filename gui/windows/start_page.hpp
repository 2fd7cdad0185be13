// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what is seen before a job is opened: examples to start from.
#pragma once

#include "gui/session/background.hpp"

#include <QListWidget>
#include <QWidget>

namespace tessera::gui {

class StartPage final : public QWidget {
    Q_OBJECT
  public:
    explicit StartPage(QWidget* parent = nullptr);
    [[nodiscard]] QListWidget* list() { return list_; }
    [[nodiscard]] bool isBusy() const { return drawing_.isRunning(); } ///< with the pictures

  signals:
    void exampleChosen(QString const& path);
    void openWanted();
    void newWanted();

  protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    void drawPictures();

    QListWidget* list_;
    Background drawing_;
};

} // namespace tessera::gui
