// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the links of a network and their loads, as a table.
#include "gui/models/links_model.hpp"

#include "gui/models/numbers.hpp"
#include "gui/models/text.hpp"

namespace tessera::gui {

LinksModel::LinksModel(QObject* parent)
    : RecordsModel({{tr("from"), false},
                    {tr("to"), false},
                    {tr("width"), true, tr("Number of parallel links in the bundle")},
                    {tr("messages")},
                    {tr("bytes")},
                    {tr("load"), true, tr("Messages divided by width")},
                    {tr("of busiest"), true, tr("Bytes divided by width and capacity, as a share of the busiest link")}},
                   parent) {}

QString LinksModel::text(int record, int column) const {
    BusyLink const& link = at(record);
    switch (column) {
    case From:
        return asText(link.from);
    case To:
        return asText(link.to);
    case Load:
        return loadText(link.load);
    case Share:
        return QStringLiteral("%1 %").arg(100 * link.share, 0, 'f', 0);
    default:
        return groupedText(static_cast<Index>(key(record, column)));
    }
}

double LinksModel::key(int record, int column) const {
    BusyLink const& link = at(record);
    double const keys[]{
        0,         0,         static_cast<double>(link.width), static_cast<double>(link.messages), static_cast<double>(link.bytes),
        link.load, link.share};
    return keys[column];
}

} // namespace tessera::gui
