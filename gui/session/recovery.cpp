// SPDX-License-Identifier: BSD-3-Clause
// Tessera: unsaved text that outlives a crash.
#include "gui/session/recovery.hpp"

#include "gui/session/job_file.hpp"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QStandardPaths>

namespace tessera::gui {
namespace {

/// Does the program with this number still run?
bool isRunning(QString const& number) {
    return QFile::exists(QStringLiteral("/proc/") + number);
}

} // namespace

Recovery::Recovery(QString folder)
    : folder_(std::move(folder)), file_(QStringLiteral("%1/unsaved-%2.hpf").arg(folder_).arg(QCoreApplication::applicationPid())) {}

QString Recovery::usualFolder() {
    return QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation);
}

bool Recovery::keep(QString const& path, QString const& text) {
    // The first line names the job's file; the text follows as it is.
    return QDir().mkpath(folder_) && writeFile(file_, (path + u'\n' + text).toUtf8()).has_value();
}

void Recovery::forget() {
    QFile::remove(file_);
}

std::vector<Recovery::Remains> Recovery::remains() const {
    std::vector<Remains> found;
    for (QFileInfo const& file : QDir(folder_).entryInfoList({QStringLiteral("unsaved-*.hpf")}, QDir::Files, QDir::Time)) {
        if (isRunning(file.completeBaseName().section(u'-', 1))) continue;
        auto const text = readJobFile(file.filePath());
        if (text) found.push_back({file.filePath(), text->section(u'\n', 0, 0), text->section(u'\n', 1)});
    }
    return found;
}

void Recovery::discard(Remains const& remains) {
    QFile::remove(remains.file);
}

} // namespace tessera::gui
