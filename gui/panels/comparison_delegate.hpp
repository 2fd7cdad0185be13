// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cells of the table that compares algorithms: bars behind figures, the best and the chosen one marked.
#pragma once

#include "gui/models/algorithms_model.hpp"

#include <QStyledItemDelegate>
#include <QTableView>

namespace tessera::gui {

/// A cell that takes the room of several holds a reason, which is read from its beginning.
class ComparisonDelegate final : public QStyledItemDelegate {
    Q_OBJECT
  public:
    explicit ComparisonDelegate(AlgorithmsModel const& model, QObject* parent = nullptr);
    /// The algorithm whose schedule is shown.
    void setChosen(std::string algorithm) { chosen_ = std::move(algorithm); }
    void paint(QPainter* painter, QStyleOptionViewItem const& option, QModelIndex const& index) const override;

    /// How long the bar behind a cell is, of 1; nothing where it has none. The longest of its column has 1.
    [[nodiscard]] std::optional<double> barOf(QModelIndex const& index) const;
    /// "pex: chosen, best": what follows the name of an algorithm.
    [[nodiscard]] QString marksOf(int record) const;
    /// Where a reason is written: in the part of its cells that is seen.
    [[nodiscard]] static QRect roomOf(QTableView const& table, QRect cells);
    /// For the longest name with its marks.
    [[nodiscard]] int nameWidth(QTableView const& table) const;

  protected:
    void initStyleOption(QStyleOptionViewItem* option, QModelIndex const& index) const override;

  private:
    [[nodiscard]] QString markedName(int record) const;

    AlgorithmsModel const& model_;
    std::string chosen_;
};

} // namespace tessera::gui
