// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the effects of an edit in one line.
#include "gui/models/change_text.hpp"

#include "gui/models/numbers.hpp"
#include "gui/models/text.hpp"

#include <QCoreApplication>
#include <QStringList>
#include <cmath>
#include <cstdlib>

namespace tessera::gui {
namespace {

/// Returns a percentage if it is informative. From zero, to zero, or beyond a factor of ten, returns the amounts.
QString bytesText(Index before, Index now) {
    QString const amounts = asText(scaled_bytes(before)) + QStringLiteral(" \u2192 ") + asText(scaled_bytes(now));
    if (before == 0 || now == 0) return amounts;
    if (scaled_bytes(before) == scaled_bytes(now)) // rounded, both are the same
        return (now < before ? QStringLiteral("\u2212") : QStringLiteral("+")) + asText(scaled_bytes(std::abs(now - before)));
    double const percent = 100.0 * (static_cast<double>(now) / static_cast<double>(before) - 1);
    if (std::abs(percent) < 0.5 || percent > 900) return amounts;
    return (percent < 0 ? QStringLiteral("\u2212") : QStringLiteral("+")) +
           QStringLiteral("%1 %").arg(std::abs(percent), 0, 'f', 0);
}

} // namespace

QString changeText(RedistTotals const& before, RedistTotals const& now) {
    QStringList parts;
    if (before.messages != now.messages)
        parts << QCoreApplication::translate("ChangeText", "messages %1 \u2192 %2")
                     .arg(groupedText(before.messages), groupedText(now.messages));
    if (before.bytes_moved != now.bytes_moved)
        parts << QCoreApplication::translate("ChangeText", "bytes %1").arg(bytesText(before.bytes_moved, now.bytes_moved));
    return parts.join(QStringLiteral(", "));
}

QString whatDiffers(QString const& before, QString const& now) {
    QString const onto = QStringLiteral(" onto ");
    qsizetype const at = before.lastIndexOf(onto);
    return at > 0 && now.startsWith(before.left(at + onto.size())) ? before.mid(at + onto.size()) : before;
}

} // namespace tessera::gui
