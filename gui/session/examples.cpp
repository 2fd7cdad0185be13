// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the job files that are installed with the program.
#include "gui/session/examples.hpp"

#include "gui/models/text.hpp"
#include "libcore/pipeline/data_folders.hpp"

#include <QCoreApplication>
#include <QFile>
#include <QRegularExpression>
#include <filesystem>

namespace tessera::gui {
namespace {

constexpr qint64 mostTopicBytes = 1 << 16; // part of a job file that is read to find its topic

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

struct Topic {
    char const* name;
    char const* sign; ///< a pattern in the directives of such a job
};
/// A job has the first topic whose pattern it matches; the last topic has no pattern.
constexpr Topic topics[]{
    {QT_TRANSLATE_NOOP("Examples", "Whole programs"), "^!dist\\$ phase"},
    {QT_TRANSLATE_NOOP("Examples", "Files"), "^!dist\\$ io|^.hpf\\$ *io_"},
    {QT_TRANSLATE_NOOP("Examples", "Neighbours and loops"), "^.hpf\\$ *shadow|^ *do |stencil"},
    {QT_TRANSLATE_NOOP("Examples", "Templates and copies"), "^.hpf\\$ *(template|align|realign)"},
    {QT_TRANSLATE_NOOP("Examples", "Remapping"), ""},
};

QString topicName(Topic const& topic) {
    return QCoreApplication::translate("Examples", topic.name);
}

QString topicOf(QString const& path) {
    QFile file(path);
    QString const text = file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.read(mostTopicBytes)) : QString();
    for (Topic const& topic : topics) {
        QRegularExpression const sign(QLatin1String(topic.sign),
                                      QRegularExpression::MultilineOption | QRegularExpression::CaseInsensitiveOption);
        if (text.contains(sign)) return topicName(topic);
    }
    return {};
}

} // namespace

QStringList exampleTopics() {
    QStringList names;
    for (Topic const& topic : topics) names << topicName(topic);
    return names;
}

std::vector<Example> examples() {
    std::vector<Example> found;
    for (std::filesystem::path const& file : data_files("jobs", ".hpf")) {
        QString const path = asText(file.string());
        found.push_back({asText(file.stem().string()), path, summaryOf(path), topicOf(path)});
    }
    return found;
}

} // namespace tessera::gui
