// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the command line that gives the same picture or numbers without the window.
#include "gui/session/command_text.hpp"

#include <QRegularExpression>
#include <array>

namespace tessera::gui {
namespace {

constexpr std::array viewNames{"ownership", "messages", "schedule", "network", "cost"};

/// As one word of a POSIX shell.
QString quoted(QString const& word) {
    static QRegularExpression const harmless(QStringLiteral("^[A-Za-z0-9_./:=@%+-]+$"));
    if (harmless.match(word).hasMatch()) return word;
    return u'\'' + QString(word).replace(u'\'', QStringLiteral("'\\''")) + u'\'';
}

QString word(std::string const& text) {
    return quoted(QString::fromStdString(text));
}

} // namespace

QString viewName(View view) {
    return QString::fromLatin1(viewNames[static_cast<std::size_t>(view)]);
}

std::optional<View> viewNamed(QString const& name) {
    for (std::size_t i = 0; i < viewNames.size(); ++i)
        if (name == QLatin1String(viewNames[i])) return static_cast<View>(i);
    return std::nullopt;
}

QString commandText(View view, QString const& jobPath, FlowChoice const& choice, Selection const& selection) {
    QString const job = quoted(jobPath.isEmpty() ? QStringLiteral("JOB.hpf") : jobPath);
    QString way = QStringLiteral(" --algorithm ") + word(choice.algorithm);
    if (!choice.topology.empty()) way += QStringLiteral(" --topology ") + word(choice.topology);
    switch (view) {
    case View::Ownership: {
        QString const rank = selection.rank ? QStringLiteral(" --rank %1").arg(*selection.rank) : QString();
        return QStringLiteral("distplan draw ") + job + rank + QStringLiteral(" --svg ownership.svg");
    }
    case View::Messages:
        return QStringLiteral("distplan redist ") + job;
    case View::Network:
        return QStringLiteral("distview --export network.svg --view network --step %1").arg(selection.step + 1) + way + u' ' + job;
    case View::Schedule:
    case View::Cost:
        break;
    }
    return QStringLiteral("distplan schedule ") + job + way;
}

} // namespace tessera::gui
