// SPDX-License-Identifier: BSD-3-Clause
// Tessera: recovery of unsaved text after a crash.
#include "gui/session/recovery.hpp"

#include "gui/session/job_file.hpp"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QUuid>

namespace tessera::gui {
namespace {

QString lockOf(QString const& file) {
    return file + QStringLiteral(".lock");
}

/// Returns whether the lock is free. Ignores the owner that the lock file names.
bool isAbandoned(QString const& file) {
    QLockFile lock(lockOf(file));
    lock.setStaleLockTime(0);
    return lock.removeStaleLockFile() || lock.tryLock(0);
}

} // namespace

Recovery::Recovery(QString folder)
    : folder_(std::move(folder)),
      file_(QStringLiteral("%1/unsaved-%2.hpf").arg(folder_, QUuid::createUuid().toString(QUuid::WithoutBraces))) {}

QString Recovery::usualFolder() {
    return QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation);
}

bool Recovery::keep(QString const& path, QString const& text) {
    if (!QDir().mkpath(folder_)) return false;
    if (!lock_) {
        lock_ = std::make_unique<QLockFile>(lockOf(file_));
        lock_->setStaleLockTime(0);
        lock_->tryLock(0);
    }
    // The first line is the absolute path of the job, so that a window started in another folder finds it. The text follows
    // unchanged.
    QString const whole = path.isEmpty() ? path : QFileInfo(path).absoluteFilePath();
    return writeFile(file_, (whole + u'\n' + text).toUtf8()).has_value();
}

void Recovery::forget() {
    QFile::remove(file_);
    lock_.reset();
}

std::vector<Recovery::RecoveredJob> Recovery::recovered() const {
    std::vector<RecoveredJob> found;
    for (QFileInfo const& file : QDir(folder_).entryInfoList({QStringLiteral("unsaved-*.hpf")}, QDir::Files, QDir::Time)) {
        if (!isAbandoned(file.filePath())) continue;
        auto const text = readJobFile(file.filePath());
        if (text) found.push_back({file.filePath(), text->section(u'\n', 0, 0), text->section(u'\n', 1)});
    }
    return found;
}

void Recovery::discard(RecoveredJob const& recovered) {
    QFile::remove(recovered.file);
    QFile::remove(lockOf(recovered.file));
}

} // namespace tessera::gui
