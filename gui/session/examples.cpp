// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the job files that come with the program.
#include "gui/session/examples.hpp"

#include "gui/models/text.hpp"
#include "libcore/pipeline/data_folders.hpp"

#include <QDir>
#include <QFile>

namespace tessera::gui {
namespace {

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

/// Of the first folder that has any.
QFileInfoList jobFiles() {
    for (std::string const& folder : data_folders()) {
        QDir const jobs(asText(folder) + QStringLiteral("/jobs"));
        if (jobs.exists()) return QDir(jobs.canonicalPath()).entryInfoList({QStringLiteral("*.hpf")}, QDir::Files, QDir::Name);
    }
    return {};
}

} // namespace

std::vector<Example> examples() {
    std::vector<Example> found;
    for (QFileInfo const& file : jobFiles())
        found.push_back({file.completeBaseName(), file.filePath(), summaryOf(file.filePath())});
    return found;
}

} // namespace tessera::gui
