// SPDX-License-Identifier: BSD-3-Clause
// Tessera: number formats of the window.
#pragma once

#include "libcore/base/units.hpp"

#include <QString>
#include <cmath>
#include <optional>

namespace tessera::gui {

[[nodiscard]] inline QString groupedText(Index number) {
    return QString::fromStdString(grouped(number));
}

/// Returns "1 message" or "12 messages".
[[nodiscard]] inline QString countedText(Index number, char const* noun) {
    return QString::fromStdString(counted(number, noun));
}

/// A unit for the times of one column or one sentence, so that they can be compared at a glance.
struct TimeUnit {
    double seconds = 1;
    char const* name = "s";

    /// Returns the largest unit in which this time is at least 1.
    [[nodiscard]] static TimeUnit of(double seconds) {
        for (TimeUnit const unit : {TimeUnit{1, "s"}, TimeUnit{1e-3, "ms"}, TimeUnit{1e-6, "us"}})
            if (seconds >= unit.seconds) return unit;
        return {1e-9, "ns"};
    }
};

/// Returns the unit of the least time above 0. `time` returns the time of a record, or nothing.
template <class Records, class Time>
[[nodiscard]] TimeUnit unitOfLeast(Records const& records, Time time) {
    double least = 0;
    for (auto const& record : records)
        if (double const seconds = time(record).value_or(0); seconds > 0 && (least == 0 || seconds < least)) least = seconds;
    return least > 0 ? TimeUnit::of(least) : TimeUnit();
}

/// Returns "3.2 ms" or "17 400 ms"; "-" without a time, which needs a machine.
[[nodiscard]] inline QString timeText(std::optional<double> seconds, TimeUnit unit) {
    if (!seconds) return QStringLiteral("-");
    double const value = *seconds / unit.seconds;
    QString const number = value >= 1000 ? groupedText(std::llround(value)) : QString::number(value, 'g', 3);
    return number + u' ' + QString::fromUtf8(unit.name);
}

/// Returns "2" or "1.5", because a load may be a fraction.
[[nodiscard]] inline QString loadText(double load) {
    return QString::number(load, 'g', 6);
}

} // namespace tessera::gui
