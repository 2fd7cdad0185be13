// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the common base of all tables: bounds checks, headings, alignment and sorting.
#pragma once

#include "libcore/base/index.hpp"

#include <QAbstractTableModel>
#include <vector>

namespace tessera::gui {

/// A derived class provides records and never gets an index out of bounds. Sorting permutes the rows; records stay in place.
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
    /// Returns the record of a row, or -1 if the row is not in this model.
    [[nodiscard]] int recordOf(QModelIndex const& index) const;
    /// Returns the row of a record, or no index.
    [[nodiscard]] QModelIndex indexOf(int record) const;

  protected:
    explicit TableModel(std::vector<Column> columns, QObject* parent = nullptr);

    /// Announces new records at the end.
    void announceRecords(int count);
    /// Makes rows follow the order of records. Call it between beginResetModel() and endResetModel().
    void forgetOrder();
    /// Sorts the new records as the user has chosen. All records must be there. Call it within a reset.
    void restoreOrder();

  private:
    [[nodiscard]] virtual int recordCount() const = 0;
    [[nodiscard]] virtual QString text(int record, int column) const = 0;
    /// Returns the sort key of a number column.
    [[nodiscard]] virtual double key(int record, int column) const = 0;
    /// Fetches all records. Called before sorting, for records that come in pieces.
    virtual void completeRecords() {}

    [[nodiscard]] std::vector<int> sortedRecords(int column, Qt::SortOrder order) const;
    [[nodiscard]] int recordAt(int row) const { return order_.empty() ? row : order_[as_size(row)]; }

    std::vector<Column> columns_;
    int sortColumn_ = -1;
    Qt::SortOrder sortOrder_ = Qt::AscendingOrder;
    std::vector<int> order_; // record of each row; empty: row r shows record r
};

} // namespace tessera::gui
