// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tables as text for spreadsheets.
#include "gui/models/csv.hpp"

namespace tessera::gui {
namespace {

bool isGroupedNumber(QString const& text) {
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](QChar c) { return c.isDigit() || c == u' '; });
}

QString plain(QString const& text) {
    return isGroupedNumber(text) ? QString(text).remove(u' ') : text;
}

QString quoted(QString const& text) {
    if (!text.contains(u',') && !text.contains(u'"') && !text.contains(u'\n')) return text;
    return u'"' + QString(text).replace(u'"', QStringLiteral("\"\"")) + u'"';
}

} // namespace

QString toCsv(QAbstractItemModel const& model) {
    QString csv;
    for (int column = 0; column < model.columnCount(); ++column)
        csv += (column > 0 ? QStringLiteral(",") : QString()) + quoted(model.headerData(column, Qt::Horizontal).toString());
    csv += QStringLiteral("\r\n");
    for (int row = 0; row < model.rowCount(); ++row) {
        for (int column = 0; column < model.columnCount(); ++column)
            csv += (column > 0 ? QStringLiteral(",") : QString()) + quoted(plain(model.index(row, column).data().toString()));
        csv += QStringLiteral("\r\n");
    }
    return csv;
}

QString toTabs(QAbstractItemModel const& model, QList<int> const& rows) {
    QStringList lines;
    for (int const row : rows) {
        QStringList entries;
        for (int column = 0; column < model.columnCount(); ++column)
            entries.append(plain(model.index(row, column).data().toString()));
        lines.append(entries.join(u'\t'));
    }
    return lines.join(u'\n');
}

} // namespace tessera::gui
