// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a comparison of the exchange algorithms for the current messages.
#include "gui/models/algorithms_model.hpp"

#include "gui/models/text.hpp"

#include <limits>

namespace tessera::gui {

AlgorithmsModel::AlgorithmsModel(QObject* parent)
    : RecordsModel({{tr("algorithm"), false},
                    {tr("steps")},
                    {tr("busiest bytes"), true, tr("Bytes through the busiest port or link, summed over the steps")},
                    {tr("time"), true, tr("Predicted time on the chosen machine")},
                    {tr("transfers"), true, tr("Messages sent, including forwarded ones")},
                    {tr("over bound"), true, tr("Bytes through the busiest port, as a multiple of the least possible")},
                    {tr("max load"), true, tr("Most messages on one link in any step, divided by its width")},
                    {tr("contention"), true, tr("Time with shared links divided by time without sharing")}},
                   parent) {}

void AlgorithmsModel::recordsChanged() {
    unit_ = unitOfLeast(records(), [](ComparedSchedule const& algorithm) { return algorithm.time; });
}

QString AlgorithmsModel::text(int record, int column) const {
    ComparedSchedule const& algorithm = at(record);
    if (column == Name) return asText(algorithm.algorithm);
    if (!algorithm.refusal.empty()) return column == Steps ? asText(algorithm.refusal) : QString();
    QString const bound = algorithm.at_least ? QStringLiteral("\u2265 ") : QString();
    switch (column) {
    case Steps:
        return groupedText(algorithm.steps);
    case Transfers:
        return groupedText(algorithm.transfers);
    case MaxLoad:
        return loadText(algorithm.max_load);
    case Bytes:
        return bound + groupedText(static_cast<Index>(algorithm.congested_bytes));
    case Time:
        return (algorithm.time ? bound : QString()) + timeText(algorithm.time, unit_);
    case Impact:
        return bound + QStringLiteral("%1").arg(algorithm.congestion_impact, 0, 'f', 2);
    default:
        return QStringLiteral("%1").arg(key(record, column), 0, 'f', 2);
    }
}

double AlgorithmsModel::key(int record, int column) const {
    ComparedSchedule const& algorithm = at(record);
    if (!algorithm.refusal.empty()) return std::numeric_limits<double>::max(); // sorts last in ascending order
    double const keys[]{0,
                        static_cast<double>(algorithm.steps),
                        algorithm.congested_bytes,
                        algorithm.time.value_or(algorithm.congested_bytes),
                        static_cast<double>(algorithm.transfers),
                        algorithm.port_ratio,
                        algorithm.max_load,
                        algorithm.congestion_impact};
    return keys[column];
}

} // namespace tessera::gui
