// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what every table of the window shares: bounds, headings, alignment and sorting.
#pragma once

#include "libcore/base/index.hpp"

#include <QAbstractTableModel>
#include <vector>

namespace tessera::gui {

/// Records behind rows: a derived class answers for a record, and never sees an index out of bounds. Sorting permutes the rows;
/// records stay where they are.
class TableModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    struct Column {
        QString heading;
        bool isNumber = true;
        QString hint = {}; ///< tooltip of the heading
    };

    [[nodiscard]] int rowCount(QModelIndex const& parent = {}) const final;
    [[nodiscard]] int columnCount(QModelIndex const& parent = {}) const final;
    [[nodiscard]] QVariant data(QModelIndex const& index, int role = Qt::DisplayRole) const final;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const final;
    /// Rows with equal keys keep the order of their records.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) final;

    [[nodiscard]] bool isSorted() const { return sortColumn_ >= 0; }
    /// The record a row shows, or -1 for no row of this model.
    [[nodiscard]] int recordOf(QModelIndex const& index) const;
    /// The row that shows a record, or no index.
    [[nodiscard]] QModelIndex indexOf(int record) const;

  protected:
    explicit TableModel(std::vector<Column> columns, QObject* parent = nullptr);

    /// For derived classes whose records grow at the end.
    void announceRecords(int count);
    /// Call between beginResetModel() and endResetModel(): rows follow the records again.
    void forgetOrder();
    /// Of other records, all of which are there, as the person has chosen it. Within a reset.
    void restoreOrder();

  private:
    [[nodiscard]] virtual int recordCount() const = 0;
    [[nodiscard]] virtual QString text(int record, int column) const = 0;
    /// What a number column is sorted by.
    [[nodiscard]] virtual double key(int record, int column) const = 0;
    /// Called before sorting, where records come in pieces.
    virtual void completeRecords() {}

    [[nodiscard]] std::vector<int> sortedRecords(int column, Qt::SortOrder order) const;
    [[nodiscard]] int recordAt(int row) const { return order_.empty() ? row : order_[as_size(row)]; }

    std::vector<Column> columns_;
    int sortColumn_ = -1;
    Qt::SortOrder sortOrder_ = Qt::AscendingOrder;
    std::vector<int> order_; // the record of each row; empty: the same number
};

} // namespace tessera::gui
