// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cells of the table of algorithms, with bars behind figures and marks for the best and the chosen one.
#pragma once

#include "gui/models/algorithms_model.hpp"

#include <QStyledItemDelegate>
#include <QTableView>

namespace tessera::gui {

/// A cell that spans several columns contains a reason, which is aligned to its beginning.
class ComparisonDelegate final : public QStyledItemDelegate {
    Q_OBJECT
  public:
    explicit ComparisonDelegate(AlgorithmsModel const& model, QObject* parent = nullptr);
    /// Sets the algorithm whose schedule is shown.
    void setChosen(std::string algorithm) { chosen_ = std::move(algorithm); }
    void paint(QPainter* painter, QStyleOptionViewItem const& option, QModelIndex const& index) const override;

    /// Returns the length of the bar behind a cell, from 0 to 1; nothing if it has none. The longest bar of a column has 1.
    [[nodiscard]] std::optional<double> barOf(QModelIndex const& index) const;
    /// Returns the marks after the name of an algorithm: "pex: chosen, best".
    [[nodiscard]] QString marksOf(int record) const;
    /// Returns the rectangle for a reason: the visible part of its cells.
    [[nodiscard]] static QRect roomOf(QTableView const& table, QRect cells);
    /// Returns the width of the longest name with its marks.
    [[nodiscard]] int nameWidth(QTableView const& table) const;

  protected:
    void initStyleOption(QStyleOptionViewItem* option, QModelIndex const& index) const override;

  private:
    [[nodiscard]] QString markedName(int record) const;

    AlgorithmsModel const& model_;
    std::string chosen_;
};

} // namespace tessera::gui
