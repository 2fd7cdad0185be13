// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the user's actions on a window's document: new, open, save, export, and copy of the command.
#include "gui/windows/document_actions.hpp"

#include "gui/panels/panel_registry.hpp"
#include "gui/panels/view_scene.hpp"
#include "gui/session/trace_export.hpp"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QMessageBox>

namespace tessera::gui {
namespace {

constexpr int toldFor = 8000; // display time of a message in ms

} // namespace

void DocumentActions::createJob() {
    if (!mayGiveUpText()) return;
    session_.setText({});
    emit opened();
}

void DocumentActions::chooseFile() {
    QString const path =
        QFileDialog::getOpenFileName(&window_, tr("Open a job file"), {}, tr("Jobs (*.hpf *.f *.f90 *.txt);;All files (*)"));
    if (!path.isEmpty()) open(path);
}

void DocumentActions::open(QString const& path) {
    if (!mayGiveUpText()) return;
    auto const read = session_.open(path);
    if (read) return emit opened();
    auto* const box =
        new QMessageBox(QMessageBox::Warning, tr("Open"), QString::fromStdString(read.error().message), QMessageBox::Ok, &window_);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

bool DocumentActions::save() {
    return session_.path().isEmpty() ? saveAs() : saveTo(session_.path());
}

bool DocumentActions::saveAs() {
    QString const path = QFileDialog::getSaveFileName(&window_, tr("Save the job"), session_.path(), tr("Jobs (*.hpf)"));
    return !path.isEmpty() && saveTo(path);
}

bool DocumentActions::saveTo(QString const& path) {
    auto const saved = session_.save(path);
    if (!saved) QMessageBox::warning(&window_, tr("Save"), QString::fromStdString(saved.error().message));
    return saved.has_value();
}

bool DocumentActions::mayGiveUpText() {
    if (!session_.isModified()) return true;
    auto const answer = QMessageBox::question(&window_, tr("Unsaved changes"), tr("%1 has unsaved changes.").arg(session_.name()),
                                              QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
    if (answer == QMessageBox::Save) return save();
    return answer == QMessageBox::Discard;
}

void DocumentActions::exportPicture(View view) {
    QString const name = viewName(view);
    QString const path = QFileDialog::getSaveFileName(&window_, tr("Export %1").arg(name), name + QStringLiteral(".png"),
                                                      tr("Pictures (*.png *.svg *.pdf)"));
    if (path.isEmpty()) return;
    reportWritten(exportView(view, session_, path), path);
}

void DocumentActions::exportSchedule() {
    QString const path =
        QFileDialog::getSaveFileName(&window_, tr("Export the schedule"), QStringLiteral("schedule.json"),
                                     tr("Chrome's format, for Perfetto (*.json);;Paje's, for ViTE (*.paje *.trace)"));
    if (path.isEmpty()) return;
    reportWritten(exportTrace(session_, path), path);
}

void DocumentActions::reportWritten(Result<void> const& written, QString const& path) {
    if (!written) QMessageBox::warning(&window_, tr("Export"), QString::fromStdString(written.error().message));
    if (written) emit told(tr("Saved: %1").arg(path), toldFor);
}

void DocumentActions::copy(QString const& command) {
    QApplication::clipboard()->setText(command);
    emit told(tr("Copied: %1").arg(command.section(u'\n', -1)), toldFor);
}

} // namespace tessera::gui
