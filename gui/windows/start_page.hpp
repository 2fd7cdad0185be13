// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what is seen before a job is opened: examples to start from.
#pragma once

#include <QListWidget>
#include <QWidget>

namespace tessera::gui {

class StartPage final : public QWidget {
    Q_OBJECT
  public:
    explicit StartPage(QWidget* parent = nullptr);
    [[nodiscard]] QListWidget* list() { return list_; }

  signals:
    void exampleChosen(QString const& path);
    void openWanted();
    void newWanted();

  private:
    QListWidget* list_;
};

} // namespace tessera::gui
