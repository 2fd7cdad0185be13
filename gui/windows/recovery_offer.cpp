// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the offer to open the unsaved text of crashed windows.
#include "gui/windows/recovery_offer.hpp"

#include <QFileInfo>

namespace tessera::gui {
namespace {

QString nameOf(Recovery::Remains const& remains) {
    return remains.path.isEmpty() ? RecoveryOffer::tr("a job without a file") : remains.path;
}

bool isSameFile(QString const& path, QString const& other) {
    return !other.isEmpty() && QFileInfo(path).absoluteFilePath() == QFileInfo(other).absoluteFilePath();
}

} // namespace

QMessageBox::StandardButton RecoveryOffer::ask(Recovery::Remains const& remains) {
    QMessageBox box(QMessageBox::Question, tr("Unsaved work"),
                    tr("A window closed before its changes to %1 were saved. Open them?").arg(nameOf(remains)),
                    QMessageBox::Yes | QMessageBox::No | QMessageBox::Discard, &window_);
    box.button(QMessageBox::No)->setText(tr("Not now"));
    box.setDefaultButton(QMessageBox::Yes);
    box.setEscapeButton(QMessageBox::No);
    return static_cast<QMessageBox::StandardButton>(box.exec());
}

void RecoveryOffer::offer() {
    QStringList others;
    for (Recovery::Remains const& remains : session_.recovery().remains()) {
        if (!session_.path().isEmpty() && !isSameFile(session_.path(), remains.path)) {
            others << nameOf(remains);
            continue;
        }
        auto const answer = ask(remains);
        if (answer == QMessageBox::Discard) Recovery::discard(remains);
        if (answer == QMessageBox::Yes) return open(remains);
        // Otherwise the next window asks again.
    }
    others.removeDuplicates();
    if (!others.isEmpty())
        emit told(tr("Unsaved changes to %1 are kept. To open them, choose File, Unsaved work.").arg(others.join(", ")), 15000);
}

void RecoveryOffer::open(Recovery::Remains const& remains) {
    emit opened();
    // Undo returns to the contents of the file, if it still exists.
    if (remains.path.isEmpty() || !session_.open(remains.path)) session_.setText({}, remains.path);
    session_.replaceText(remains.text);
    session_.recovery().keep(remains.path, remains.text); // before the old one is deleted
    Recovery::discard(remains);
}

void RecoveryOffer::serve(QMenu* menu) {
    menu->setObjectName(QStringLiteral("unsaved-work"));
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        for (Recovery::Remains const& remains : session_.recovery().remains())
            menu->addAction(nameOf(remains), this, [this, remains] {
                if (actions_.mayGiveUpText()) open(remains);
            });
        if (menu->isEmpty()) menu->addAction(tr("none"))->setEnabled(false);
    });
}

} // namespace tessera::gui
