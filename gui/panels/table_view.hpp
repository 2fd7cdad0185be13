// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a table that can be sorted, copied and saved.
#pragma once

#include <QTableView>
#include <QToolButton>

namespace tessera::gui {

/// Ctrl+C copies the selected rows, tab-separated; the menu saves all of it as CSV.
class TableView final : public QTableView {
    Q_OBJECT
  public:
    explicit TableView(QString name, QWidget* parent = nullptr);
    /// A proxy is not needed: our models sort themselves.
    void setTable(QAbstractItemModel* model);
    void copySelection() const;
    void saveAsCsv();
    [[nodiscard]] QToolButton* csvButton() { return csv_; }

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    void placeButton();

    QString name_;
    QToolButton* csv_; ///< at the right end of the headings
};

} // namespace tessera::gui
