// SPDX-License-Identifier: BSD-3-Clause
// Tessera: recovery of the text of crashed windows.
#include "gui/windows/main_window.hpp"

#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QStatusBar>

namespace tessera::gui {
namespace {

QString nameOf(Recovery::RecoveredJob const& recovered) {
    return recovered.path.isEmpty() ? MainWindow::tr("a job without a file") : recovered.path;
}

bool isSameFile(QString const& path, QString const& other) {
    return !other.isEmpty() && QFileInfo(path).absoluteFilePath() == QFileInfo(other).absoluteFilePath();
}

} // namespace

QMessageBox::StandardButton MainWindow::askAboutRecovered(Recovery::RecoveredJob const& recovered) {
    QMessageBox box(QMessageBox::Question, tr("Unsaved work"),
                    tr("A window closed before its changes to %1 were saved. Open them?").arg(nameOf(recovered)),
                    QMessageBox::Yes | QMessageBox::No | QMessageBox::Discard, this);
    box.button(QMessageBox::No)->setText(tr("Not now"));
    box.setDefaultButton(QMessageBox::Yes);
    box.setEscapeButton(QMessageBox::No);
    return static_cast<QMessageBox::StandardButton>(box.exec());
}

void MainWindow::offerRecovery() {
    QStringList others;
    for (Recovery::RecoveredJob const& recovered : session_.recovery().recovered()) {
        if (!session_.path().isEmpty() && !isSameFile(session_.path(), recovered.path)) {
            others << nameOf(recovered);
            continue;
        }
        auto const answer = askAboutRecovered(recovered);
        if (answer == QMessageBox::Discard) Recovery::discard(recovered);
        if (answer == QMessageBox::Yes) return openRecovered(recovered);
        // Otherwise the next window asks again.
    }
    others.removeDuplicates();
    if (!others.isEmpty())
        statusBar()->showMessage(
            tr("Unsaved changes to %1 are kept. To open them, choose File, Unsaved work.").arg(others.join(", ")), 15000);
}

void MainWindow::openRecovered(Recovery::RecoveredJob const& recovered) {
    showDocument();
    // Undo returns to the contents of the file, if it still exists.
    if (recovered.path.isEmpty() || !session_.open(recovered.path)) session_.setText({}, recovered.path);
    session_.replaceText(recovered.text);
    session_.recovery().keep(recovered.path, recovered.text); // before the old one is deleted
    Recovery::discard(recovered);
    showTitle();
}

/// Fills the menu with the text of crashed windows when it opens.
void MainWindow::createRecoveryMenu(QMenu* menu) {
    menu->setObjectName(QStringLiteral("unsaved-work"));
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        for (Recovery::RecoveredJob const& recovered : session_.recovery().recovered())
            menu->addAction(nameOf(recovered), this, [this, recovered] {
                if (mayGiveUpText()) openRecovered(recovered);
            });
        if (menu->isEmpty()) menu->addAction(tr("none"))->setEnabled(false);
    });
}

} // namespace tessera::gui
