// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the offer to open the unsaved text of crashed windows.
#include "gui/windows/recovery_offer.hpp"

#include <QAbstractButton>
#include <QFileInfo>

namespace tessera::gui {
namespace {

QString nameOf(Recovery::RecoveredJob const& recovered) {
    return recovered.path.isEmpty() ? RecoveryOffer::tr("a job without a file") : recovered.path;
}

bool isSameFile(QString const& path, QString const& other) {
    return !other.isEmpty() && QFileInfo(path).absoluteFilePath() == QFileInfo(other).absoluteFilePath();
}

} // namespace

QMessageBox::StandardButton RecoveryOffer::ask(Recovery::RecoveredJob const& recovered) {
    QMessageBox box(QMessageBox::Question, tr("Unsaved work"),
                    tr("A window closed before its changes to %1 were saved. Open them?").arg(nameOf(recovered)),
                    QMessageBox::Yes | QMessageBox::No | QMessageBox::Discard, &window_);
    box.button(QMessageBox::No)->setText(tr("Not now"));
    box.setDefaultButton(QMessageBox::Yes);
    box.setEscapeButton(QMessageBox::No);
    return static_cast<QMessageBox::StandardButton>(box.exec());
}

void RecoveryOffer::offer() {
    QStringList others;
    for (Recovery::RecoveredJob const& recovered : session_.recovery().recovered()) {
        if (!session_.path().isEmpty() && !isSameFile(session_.path(), recovered.path)) {
            others << nameOf(recovered);
            continue;
        }
        auto const answer = ask(recovered);
        if (answer == QMessageBox::Discard) Recovery::discard(recovered);
        if (answer == QMessageBox::Yes) return open(recovered);
        // Otherwise the next window asks again.
    }
    others.removeDuplicates();
    if (!others.isEmpty())
        emit told(tr("Unsaved changes to %1 are kept. To open them, choose File, Unsaved work.").arg(others.join(", ")), 15000);
}

void RecoveryOffer::open(Recovery::RecoveredJob const& recovered) {
    emit opened();
    // Undo returns to the contents of the file, if it still exists.
    if (recovered.path.isEmpty() || !session_.open(recovered.path)) session_.setText({}, recovered.path);
    session_.replaceText(recovered.text);
    session_.recovery().keep(recovered.path, recovered.text); // before the old one is deleted
    Recovery::discard(recovered);
}

void RecoveryOffer::serve(QMenu* menu) {
    menu->setObjectName(QStringLiteral("unsaved-work"));
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        for (Recovery::RecoveredJob const& recovered : session_.recovery().recovered())
            menu->addAction(nameOf(recovered), this, [this, recovered] {
                if (actions_.mayGiveUpText()) open(recovered);
            });
        if (menu->isEmpty()) menu->addAction(tr("none"))->setEnabled(false);
    });
}

} // namespace tessera::gui
