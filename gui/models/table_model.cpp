// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the common base of all tables: bounds checks, headings, alignment and sorting.
#include "gui/models/table_model.hpp"

#include <algorithm>
#include <numeric>

namespace tessera::gui {
namespace {

template <class Key>
void sortBy(std::vector<int>& records, std::vector<Key> const& keys, Qt::SortOrder order) {
    auto const keyOf = [&](int record) -> Key const& { return keys[as_size(record)]; };
    if (order == Qt::AscendingOrder)
        std::ranges::stable_sort(records, [&](int a, int b) { return keyOf(a) < keyOf(b); });
    else
        std::ranges::stable_sort(records, [&](int a, int b) { return keyOf(b) < keyOf(a); });
}

} // namespace

TableModel::TableModel(std::vector<Column> columns, QObject* parent) : QAbstractTableModel(parent), columns_(std::move(columns)) {}

int TableModel::rowCount(QModelIndex const& parent) const {
    return parent.isValid() ? 0 : recordCount();
}

int TableModel::columnCount(QModelIndex const& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

QVariant TableModel::data(QModelIndex const& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    Column const& column = columns_[as_size(index.column())];
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment((column.isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole) return text(recordAt(index.row()), index.column());
    return {};
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    Column const& column = columns_[as_size(section)];
    if (role == Qt::DisplayRole) return column.heading;
    if (role == Qt::ToolTipRole && !column.hint.isEmpty()) return column.hint;
    return {};
}

std::vector<int> TableModel::sortedRecords(int column, Qt::SortOrder order) const {
    int const count = recordCount();
    std::vector<int> records(as_size(count));
    std::iota(records.begin(), records.end(), 0);
    if (columns_[as_size(column)].isNumber) {
        std::vector<double> keys;
        for (int record = 0; record < count; ++record) keys.push_back(key(record, column));
        sortBy(records, keys, order);
    } else {
        std::vector<QString> keys;
        for (int record = 0; record < count; ++record) keys.push_back(text(record, column));
        sortBy(records, keys, order);
    }
    return records;
}

void TableModel::forgetOrder() {
    sortColumn_ = -1;
    order_.clear();
}

void TableModel::restoreOrder() {
    order_ = sortColumn_ < 0 ? std::vector<int>{} : sortedRecords(sortColumn_, sortOrder_);
}

void TableModel::sort(int column, Qt::SortOrder order) {
    if (column >= columnCount()) return;
    sortColumn_ = column;
    sortOrder_ = order;
    if (column >= 0) completeRecords();
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    QModelIndexList const before = persistentIndexList();
    std::vector<int> records;
    for (QModelIndex const& index : before) records.push_back(recordAt(index.row()));
    restoreOrder();
    QModelIndexList after;
    for (qsizetype i = 0; i < before.size(); ++i) {
        QModelIndex const row = indexOf(records[as_size(i)]);
        after.append(index(row.row(), before[i].column()));
    }
    changePersistentIndexList(before, after);
    emit layoutChanged({}, VerticalSortHint);
}

int TableModel::recordOf(QModelIndex const& index) const {
    return index.isValid() && checkIndex(index, CheckIndexOption::IndexIsValid) ? recordAt(index.row()) : -1;
}

QModelIndex TableModel::indexOf(int record) const {
    if (record < 0 || record >= recordCount()) return {};
    if (order_.empty()) return index(record, 0);
    auto const row = std::ranges::find(order_, record);
    return row == order_.end() ? QModelIndex() : index(static_cast<int>(row - order_.begin()), 0);
}

void TableModel::announceRecords(int count) {
    if (count == 0) return;
    int const first = recordCount();
    if (!order_.empty())
        for (int i = 0; i < count; ++i) order_.push_back(first + i);
    beginInsertRows({}, first, first + count - 1);
}

} // namespace tessera::gui
