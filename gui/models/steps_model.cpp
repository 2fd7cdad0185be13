// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the steps of a schedule as a table.
#include "gui/models/steps_model.hpp"

namespace tessera::gui {

StepsModel::StepsModel(QObject* parent)
    : RecordsModel({{tr("step")},
                    {tr("messages")},
                    {tr("bytes"), true, tr("Sent by all ranks in this step")},
                    {tr("idle ranks"), true, tr("Ranks that neither send nor receive")},
                    {tr("max load"), true, tr("Most messages on one link, divided by the width of the link")},
                    {tr("max load, bytes"), true, tr("Most bytes on one link, divided by the width and capacity of the link")},
                    {tr("demand"), true, tr("Time the busiest link needs, divided by the time of the step without contention")},
                    {tr("utilisation"), true, tr("Share of the step in which the busiest link is busy")},
                    {tr("time"), true, tr("Predicted time on the chosen machine")}},
                   parent) {}

void StepsModel::recordsChanged() {
    unit_ = unitOfLeast(records(), [](RatedStep const& step) { return step.cost.time; });
}

QString StepsModel::text(int record, int column) const {
    RatedStep const& step = at(record);
    switch (column) {
    case MaxLoad:
        return loadText(step.cost.max_load);
    case MaxLoadBytes:
        return loadText(step.cost.max_load_bytes);
    case Demand:
        return QStringLiteral("%1 %").arg(100 * step.cost.demand, 0, 'f', 0);
    case Utilisation:
        return QStringLiteral("%1 %").arg(100 * step.cost.utilisation, 0, 'f', 0);
    case Time:
        return timeText(step.cost.time, unit_);
    default:
        return groupedText(static_cast<Index>(key(record, column)));
    }
}

double StepsModel::key(int record, int column) const {
    RatedStep const& step = at(record);
    double const keys[]{static_cast<double>(step.step + 1),
                        static_cast<double>(step.messages),
                        static_cast<double>(step.bytes),
                        static_cast<double>(step.idle_ranks),
                        step.cost.max_load,
                        step.cost.max_load_bytes,
                        step.cost.demand,
                        step.cost.utilisation,
                        step.cost.time.value_or(0)};
    return keys[column];
}

} // namespace tessera::gui
