// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what an error of a job's text suggests, so that one click does it.
#include "gui/session/suggested_fix.hpp"

#include <QRegularExpression>
#include <QTextBlock>
#include <QTextCursor>
#include <algorithm>

namespace tessera::gui {

QStringList suggestedFixes(Error const& error) {
    QStringList fixes;
    if (!error.where) return fixes;
    QString const message = QString::fromStdString(error.message);
    static QRegularExpression const meant(QStringLiteral("did you mean '([^']+)'\\?"));
    if (auto const match = meant.match(message); match.hasMatch()) fixes << match.captured(1);
    qsizetype const use = message.indexOf(QStringLiteral("; use "));
    if (use < 0) return fixes;
    static QRegularExpression const format(QStringLiteral("\\b(?:block|cyclic)\\([0-9]+\\)"));
    for (auto found = format.globalMatch(message, use); found.hasNext();) fixes << found.next().captured();
    return fixes;
}

void applyFix(Session& session, QString const& words) {
    session.settle();
    auto const error = session.error();
    if (!error || !error->where) return;
    QTextBlock const block = session.document()->findBlockByNumber(error->where->line - 1);
    if (!block.isValid()) return;
    int const last = block.length() - 1;
    int const begin = std::clamp(error->where->column - 1, 0, last);
    QTextCursor cursor(block);
    cursor.setPosition(block.position() + begin);
    cursor.setPosition(block.position() + std::clamp(begin + error->where->length, begin, last), QTextCursor::KeepAnchor);
    cursor.insertText(words);
}

} // namespace tessera::gui
