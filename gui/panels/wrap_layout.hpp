// SPDX-License-Identifier: BSD-3-Clause
// Tessera: controls side by side, in as many lines as they need.
#pragma once

#include <QLayout>
#include <memory>
#include <vector>

namespace tessera::gui {

/// Those that can grow share what is left of their line.
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
        int width = 0;  ///< of all, with what is between them
        int height = 0; ///< of the highest
    };
    [[nodiscard]] std::vector<Line> linesOf(int width) const;
    void place(Line const& line, QRect const& room) const;

    std::vector<std::unique_ptr<QLayoutItem>> items_;
};

} // namespace tessera::gui
