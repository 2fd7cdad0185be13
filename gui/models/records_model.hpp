// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a table of records that are computed elsewhere and set as a whole.
#pragma once

#include "gui/models/table_model.hpp"
#include "libcore/base/index.hpp"

namespace tessera::gui {

template <class Record>
class RecordsModel : public TableModel {
  public:
    void setRecords(std::vector<Record> records) {
        beginResetModel();
        records_ = std::move(records);
        recordsChanged();
        restoreOrder();
        endResetModel();
    }
    [[nodiscard]] std::vector<Record> const& records() const { return records_; }

  protected:
    using TableModel::TableModel;
    /// Called after the records were set, before any of them is shown.
    virtual void recordsChanged() {}
    [[nodiscard]] Record const& at(int record) const { return records_[as_size(record)]; }

  private:
    [[nodiscard]] int recordCount() const final { return static_cast<int>(records_.size()); }

    std::vector<Record> records_;
};

} // namespace tessera::gui
