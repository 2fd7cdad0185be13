// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a table header with space for a button at its right end.
#pragma once

#include <QHeaderView>
#include <QToolButton>

namespace tessera::gui {

/// Headings are never under the button. The last column is wide enough for its heading beside the button.
class TableHeader final : public QHeaderView {
    Q_OBJECT
  public:
    explicit TableHeader(QWidget* parent = nullptr);
    [[nodiscard]] QToolButton* button() { return button_; }
    /// Returns the rectangle for the heading of a column.
    [[nodiscard]] QRect roomOf(int column) const;

  protected:
    void paintSection(QPainter* painter, QRect const& rect, int column) const override;
    [[nodiscard]] QSize sectionSizeFromContents(int column) const override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    [[nodiscard]] QRect besideButton(QRect rect) const;

    QToolButton* button_;
};

} // namespace tessera::gui
