// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the headings of a table, with room for a button at their right end.
#pragma once

#include <QHeaderView>
#include <QToolButton>

namespace tessera::gui {

/// No heading is written under the button, and the last column is wide enough for its own beside it.
class TableHeader final : public QHeaderView {
    Q_OBJECT
  public:
    explicit TableHeader(QWidget* parent = nullptr);
    [[nodiscard]] QToolButton* button() { return button_; }
    /// Where the heading of a column is written.
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
