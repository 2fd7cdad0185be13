// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a table with sorting, copying and saving.
#pragma once

#include "gui/models/table_model.hpp"
#include "gui/panels/table_header.hpp"

#include <QTableView>

namespace tessera::gui {

/// Ctrl+C copies the selected rows, tab-separated; the menu saves the whole table as CSV.
class TableView final : public QTableView {
    Q_OBJECT
  public:
    explicit TableView(QString name, QWidget* parent = nullptr);
    /// Needs no proxy model, because TableModel sorts itself.
    void setTable(TableModel* model);
    void copySelection() const;
    void saveAsCsv();
    [[nodiscard]] QToolButton* csvButton() { return header_->button(); }
    [[nodiscard]] TableHeader* header() { return header_; }

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    /// Getting the focus selects no row.
    void focusInEvent(QFocusEvent* event) override;

  private:
    QString name_;
    TableHeader* header_;
};

} // namespace tessera::gui
