// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a table that can be sorted, copied and saved.
#pragma once

#include "gui/models/table_model.hpp"
#include "gui/panels/table_header.hpp"

#include <QTableView>

namespace tessera::gui {

/// Ctrl+C copies the selected rows, tab-separated; the menu saves all of it as CSV.
class TableView final : public QTableView {
    Q_OBJECT
  public:
    explicit TableView(QString name, QWidget* parent = nullptr);
    /// A proxy is not needed: our models sort themselves.
    void setTable(TableModel* model);
    void copySelection() const;
    void saveAsCsv();
    [[nodiscard]] QToolButton* csvButton() { return header_->button(); }
    [[nodiscard]] TableHeader* header() { return header_; }

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    /// Looking at a table chooses no row.
    void focusInEvent(QFocusEvent* event) override;

  private:
    QString name_;
    TableHeader* header_;
};

} // namespace tessera::gui
