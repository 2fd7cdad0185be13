// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the ranks of a redistribution: what each holds before and after, and what it sends and receives.
#include "gui/models/ranks_model.hpp"

#include "libcore/base/units.hpp"

#include <algorithm>

namespace tessera::gui {
namespace {

Index heldBy(Rank rank, Mapping const& mapping) {
    auto const position = mapping.grid().position(rank);
    return position ? mapping.owned_count(*position) : 0;
}

} // namespace

RanksModel::RanksModel(QObject* parent)
    : TableModel({{tr("rank")},
                  {tr("elements before")},
                  {tr("elements after")},
                  {tr("sends"), true, tr("Messages to other ranks")},
                  {tr("receives"), true, tr("Messages from other ranks")}},
                 parent) {}

void RanksModel::setPlan(std::shared_ptr<MultiPlan const> plan) {
    beginResetModel();
    forgetOrder();
    plan_ = std::move(plan);
    endResetModel();
}

Index RanksModel::number(int record, int column) const {
    Rank const rank = record;
    auto const toOthers = [](MultiMessage const& message) { return message.from != message.to; };
    if (column == Sends) return std::ranges::count_if(plan_->sends(rank), toOthers);
    if (column == Receives) return std::ranges::count_if(plan_->receives(rank), toOthers);
    if (column == Number) return rank;
    Index held = 0;
    for (RedistPlan const& plan : plan_->plans()) held += heldBy(rank, column == Before ? plan.source() : plan.target());
    return held;
}

QString RanksModel::text(int record, int column) const {
    return QString::fromStdString(grouped(number(record, column)));
}

double RanksModel::key(int record, int column) const {
    return static_cast<double>(number(record, column));
}

} // namespace tessera::gui
