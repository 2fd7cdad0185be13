// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tables as text that spreadsheets read.
#pragma once

#include <QAbstractItemModel>
#include <QString>

namespace tessera::gui {

/// RFC 4180: a line of headings, then the rows as they stand; entries with commas, quotes or line ends are quoted. Grouping blanks
/// are taken out of numbers.
[[nodiscard]] QString toCsv(QAbstractItemModel const& model);

/// The rows named, in that order, columns separated by tabs: what a copied selection is.
[[nodiscard]] QString toTabs(QAbstractItemModel const& model, QList<int> const& rows);

} // namespace tessera::gui
