// SPDX-License-Identifier: BSD-3-Clause
// Tessera: corrections that an error of a job's text suggests, for a single click.
#include "gui/session/suggested_fix.hpp"

#include <QTextBlock>
#include <QTextCursor>
#include <algorithm>

namespace tessera::gui {

QStringList suggestedFixes(Error const& error) {
    QStringList words;
    if (!error.where) return words;
    for (std::string const& each : error.fixes) words << QString::fromStdString(each);
    return words;
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
