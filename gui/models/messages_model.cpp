// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of a redistribution as a table that is filled on demand.
#include "gui/models/messages_model.hpp"

#include "libcore/base/units.hpp"
#include "libcore/report/set_text.hpp"

#include <algorithm>

namespace tessera::gui {
namespace {

constexpr std::size_t rowsAtOnce = 512;

} // namespace

MessagesModel::MessagesModel(QObject* parent)
    : TableModel({{tr("from"), true, tr("The rank that sends")},
                  {tr("to"), true, tr("The rank that receives")},
                  {tr("elements")},
                  {tr("bytes")},
                  {tr("index set"), false,
                   tr("Indices sent, in the bounds of the source array; (l,r,s,n) means n blocks: l to r, then the same again "
                      "every s indices")}},
                 parent) {}

void MessagesModel::setPlan(std::shared_ptr<MultiPlan const> plan, std::optional<Rank> only) {
    beginResetModel();
    forgetOrder();
    rows_.clear();
    plan_ = std::move(plan);
    only_ = only;
    senders_.clear();
    nextSender_ = 0;
    if (plan_ && only_) {
        auto const add = [&](MultiMessage const& message) {
            if (message.from != message.to) rows_.push_back({message.from, message.to, message.elements, message.bytes});
        };
        std::ranges::for_each(plan_->sends(*only_), add);
        std::ranges::for_each(plan_->receives(*only_), add);
    }
    endResetModel();
    // Views fetch rows after the reset, not during it.
    if (plan_ && !only_) senders_ = plan_->senders();
}

bool MessagesModel::canFetchMore(QModelIndex const& parent) const {
    return !parent.isValid() && plan_ && nextSender_ < senders_.size() && std::ssize(rows_) < mostMessages;
}

std::vector<MessagesModel::Row> MessagesModel::rowsOfNextSender() {
    std::vector<Row> rows;
    for (MultiMessage const& message : plan_->sends(senders_[nextSender_++]))
        if (message.from != message.to) rows.push_back({message.from, message.to, message.elements, message.bytes});
    return rows;
}

void MessagesModel::fetchMore(QModelIndex const& parent) {
    std::vector<Row> rows;
    while (rows.size() < rowsAtOnce && canFetchMore(parent)) std::ranges::copy(rowsOfNextSender(), std::back_inserter(rows));
    append(std::move(rows));
}

void MessagesModel::completeRecords() {
    std::vector<Row> rows;
    while (canFetchMore({}) && std::ssize(rows_) + std::ssize(rows) < mostMessages)
        std::ranges::copy(rowsOfNextSender(), std::back_inserter(rows));
    append(std::move(rows));
}

void MessagesModel::append(std::vector<Row> rows) {
    if (rows.empty()) return;
    announceRecords(static_cast<int>(rows.size()));
    rows_.insert(rows_.end(), rows.begin(), rows.end());
    endInsertRows();
}

QString MessagesModel::indicesOf(Row const& row) const {
    QStringList parts;
    for (RedistPlan const& plan : plan_->plans())
        for (Message const& message : plan.sends(row.from))
            if (message.to == row.to)
                parts.append(QString::fromStdString(box_text(plan.source_box(message), plan.source().array())));
    return parts.join(QStringLiteral(", "));
}

QString MessagesModel::text(int record, int column) const {
    Row const& row = rows_[as_size(record)];
    switch (column) {
    case From:
        return QString::number(row.from);
    case To:
        return QString::number(row.to);
    case Elements:
        return QString::fromStdString(grouped(row.elements));
    case Bytes:
        return QString::fromStdString(grouped(row.bytes));
    default:
        return indicesOf(row);
    }
}

double MessagesModel::key(int record, int column) const {
    Row const& row = rows_[as_size(record)];
    Index const keys[]{row.from, row.to, row.elements, row.bytes};
    return static_cast<double>(keys[column]);
}

std::optional<MessagesModel::Pair> MessagesModel::pairAt(QModelIndex const& index) const {
    int const record = recordOf(index);
    if (record < 0) return std::nullopt;
    Row const& row = rows_[as_size(record)];
    return Pair{row.from, row.to};
}

QModelIndex MessagesModel::indexOfPair(Pair pair) const {
    auto const same = [&](Row const& row) { return row.from == pair.from && row.to == pair.to; };
    auto const row = std::ranges::find_if(rows_, same);
    return row == rows_.end() ? QModelIndex() : indexOf(static_cast<int>(row - rows_.begin()));
}

} // namespace tessera::gui
