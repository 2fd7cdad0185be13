// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the job files that come with the program.
#include "gui/session/examples.hpp"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

namespace tessera::gui {
namespace {

/// The first of these folders that exists, or an empty path.
QString dataFolder(QString const& name) {
    QString const beside = QCoreApplication::applicationDirPath();
    QStringList folders;
    if (auto const named = qEnvironmentVariable("TESSERA_DATA"); !named.isEmpty()) folders.append(named);
    folders << beside + QStringLiteral("/../share/tessera") << QStringLiteral(TESSERA_DATA_FOLDER)
            << beside + QStringLiteral("/../../../datasets");
    for (QString const& folder : folders)
        if (QDir const dir(folder + u'/' + name); dir.exists()) return dir.canonicalPath();
    return {};
}

QString summaryOf(QString const& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return {};
    QString summary;
    while (!file.atEnd()) {
        QString const line = QString::fromUtf8(file.readLine(400)).trimmed();
        if (!line.startsWith(u'!') || line.startsWith(QStringLiteral("!hpf$"), Qt::CaseInsensitive) ||
            line.startsWith(QStringLiteral("!dist$"), Qt::CaseInsensitive))
            break;
        summary += (summary.isEmpty() ? QString() : QStringLiteral(" ")) + line.mid(1).trimmed();
    }
    return summary;
}

QFileInfoList filesOf(QString const& folder, QString const& pattern) {
    QString const path = dataFolder(folder);
    return path.isEmpty() ? QFileInfoList() : QDir(path).entryInfoList({pattern}, QDir::Files, QDir::Name);
}

} // namespace

std::vector<Example> examples() {
    std::vector<Example> found;
    for (QFileInfo const& file : filesOf(QStringLiteral("jobs"), QStringLiteral("*.hpf")))
        found.push_back({file.completeBaseName(), file.filePath(), summaryOf(file.filePath())});
    return found;
}

std::vector<QString> machineFiles() {
    std::vector<QString> found;
    for (QFileInfo const& file : filesOf(QStringLiteral("machines"), QStringLiteral("*.json"))) found.push_back(file.filePath());
    return found;
}

} // namespace tessera::gui
