// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a layout of controls in rows, with as many rows as needed.
#pragma once

#include <QLayout>
#include <memory>
#include <vector>

namespace tessera::gui {

/// Expanding controls share the remaining width of their line.
class WrapLayout final : public QLayout {
    Q_OBJECT
  public:
    explicit WrapLayout(QWidget* parent = nullptr);
    ~WrapLayout() override;

    void addItem(QLayoutItem* item) override;
    [[nodiscard]] int count() const override;
    [[nodiscard]] QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSize() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    void setGeometry(QRect const& place) override;

  private:
    struct Line {
        std::vector<QLayoutItem*> items;
        int width = 0;  ///< width of all items, including gaps
        int height = 0; ///< height of the highest item
    };
    [[nodiscard]] std::vector<Line> linesOf(int width) const;
    void place(Line const& line, QRect const& room) const;

    std::vector<std::unique_ptr<QLayoutItem>> items_;
};

} // namespace tessera::gui
