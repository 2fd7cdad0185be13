// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tables as text for spreadsheets.
#pragma once

#include <QAbstractItemModel>
#include <QString>

namespace tessera::gui {

/// Returns a table as in RFC 4180: a line of headings, then the rows in their current order. Entries with commas, quotes or line
/// ends are quoted. Numbers lose their grouping blanks.
[[nodiscard]] QString toCsv(QAbstractItemModel const& model);

/// Returns the given rows in that order, with tabs between columns, for the clipboard.
[[nodiscard]] QString toTabs(QAbstractItemModel const& model, QList<int> const& rows);

} // namespace tessera::gui
