// SPDX-License-Identifier: BSD-3-Clause
// Tessera: number formats of the window.
#pragma once

#include "libcore/base/units.hpp"

#include <QString>
#include <optional>

namespace tessera::gui {

[[nodiscard]] inline QString groupedText(Index number) {
    return QString::fromStdString(grouped(number));
}

/// Returns "1 message" or "12 messages".
[[nodiscard]] inline QString countedText(Index number, char const* noun) {
    return QString::fromStdString(counted(number, noun));
}

/// Returns "3.20 ms" or "17.4 s"; "-" without a time, which needs a machine.
[[nodiscard]] inline QString timeText(std::optional<double> seconds) {
    if (!seconds) return QStringLiteral("-");
    struct Unit {
        double size;
        char const* name;
    };
    for (Unit const unit : {Unit{1, "s"}, Unit{1e-3, "ms"}, Unit{1e-6, "\u00b5s"}})
        if (*seconds >= unit.size)
            return QStringLiteral("%1 %2").arg(*seconds / unit.size, 0, 'g', 4).arg(QString::fromUtf8(unit.name));
    return QStringLiteral("%1 ns").arg(*seconds * 1e9, 0, 'g', 4);
}

/// Returns "2" or "1.5", because a load may be a fraction.
[[nodiscard]] inline QString loadText(double load) {
    return QString::number(load, 'g', 6);
}

} // namespace tessera::gui
