// SPDX-License-Identifier: BSD-3-Clause
// Tessera: somebody who answers the dialog that asks where to save.
#pragma once

#include <QApplication>
#include <QFileDialog>
#include <QLineEdit>
#include <QTest>
#include <QTimer>
#include <functional>
#include <utility>

namespace tessera::gui {

/// Waits for the dialog while it lives, types the name into it, and saves in the way it is told.
class SaveDialogAnswer {
  public:
    /// `name`: alone: while a path is typed the dialog reads each folder in it, and what it finds too late it takes for the answer.
    SaveDialogAnswer(QString name, std::function<void(QFileDialog&, QLineEdit&)> save)
        : name_(std::move(name)), save_(std::move(save)) {
        QObject::connect(&timer_, &QTimer::timeout, [this] { answer(); });
        timer_.start(50); // the dialog comes when it comes
    }

  private:
    void answer() {
        auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        if (!dialog || !dialog->isActiveWindow()) return;
        if (++answers_ > 20) return dialog->reject();
        timer_.setInterval(1000);
        auto* const name = dialog->findChild<QLineEdit*>();
        name->selectAll();
        QTest::keyClicks(name, name_);
        save_(*dialog, *name);
    }

    QString name_;
    std::function<void(QFileDialog&, QLineEdit&)> save_;
    QTimer timer_;
    int answers_ = 0;
};

} // namespace tessera::gui
