// SPDX-License-Identifier: BSD-3-Clause
// Tessera: numbers as the window writes them.
#pragma once

#include "libcore/base/units.hpp"

#include <QString>
#include <optional>

namespace tessera::gui {

[[nodiscard]] inline QString groupedText(Index number) {
    return QString::fromStdString(grouped(number));
}

/// "1 message", "12 messages".
[[nodiscard]] inline QString countedText(Index number, char const* noun) {
    return QString::fromStdString(counted(number, noun));
}

/// "3.20 ms", "17.4 s"; "-" where no machine tells times.
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

/// A load may be a fraction: "2", "1.5".
[[nodiscard]] inline QString loadText(double load) {
    return QString::number(load, 'g', 6);
}

} // namespace tessera::gui
