// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cells of the table of algorithms.
#include "gui/panels/comparison_delegate.hpp"

#include <QPainter>
#include <QTableView>
#include <algorithm>

namespace tessera::gui {
namespace {

constexpr int barStrength = 70; // opacity, 0 .. 255
constexpr int nameMargin = 16;  // pixels

std::optional<double> figureOf(ComparedSchedule const& algorithm, int column) {
    if (!algorithm.refusal.empty()) return std::nullopt;
    if (column == AlgorithmsModel::Bytes) return algorithm.congested_bytes;
    if (column == AlgorithmsModel::Time) return algorithm.time;
    return std::nullopt;
}

/// Returns the figure for ranking: the time, or the bytes if there is no machine.
std::optional<double> judged(ComparedSchedule const& algorithm) {
    auto const time = figureOf(algorithm, AlgorithmsModel::Time);
    return time ? time : figureOf(algorithm, AlgorithmsModel::Bytes);
}

} // namespace

ComparisonDelegate::ComparisonDelegate(AlgorithmsModel const& model, QObject* parent)
    : QStyledItemDelegate(parent), model_(model) {}

std::optional<double> ComparisonDelegate::barOf(QModelIndex const& index) const {
    int const record = model_.recordOf(index);
    if (record < 0) return std::nullopt;
    auto const figure = figureOf(model_.records()[as_size(record)], index.column());
    if (!figure) return std::nullopt;
    double most = 0;
    for (ComparedSchedule const& each : model_.records()) most = std::max(most, figureOf(each, index.column()).value_or(0));
    return most > 0 ? *figure / most : 0;
}

QString ComparisonDelegate::marksOf(int record) const {
    ComparedSchedule const& algorithm = model_.records()[as_size(record)];
    auto const own = judged(algorithm);
    auto const better = [&](ComparedSchedule const& other) { return judged(other) && *judged(other) < *own; };
    QStringList marks;
    if (algorithm.algorithm == chosen_) marks << tr("chosen");
    if (own && std::ranges::none_of(model_.records(), better)) marks << tr("best");
    return marks.join(QStringLiteral(", "));
}

QString ComparisonDelegate::markedName(int record) const {
    QString const name = QString::fromStdString(model_.records()[as_size(record)].algorithm);
    QString const marks = marksOf(record);
    return marks.isEmpty() ? name : name + QStringLiteral(" \u2014 ") + marks;
}

int ComparisonDelegate::nameWidth(QTableView const& table) const {
    QFont bold = table.font();
    bold.setBold(true);
    QFontMetrics const metrics(bold);
    int width = metrics.horizontalAdvance(tr("algorithm"));
    for (int record = 0; record < std::ssize(model_.records()); ++record)
        width = std::max(width, metrics.horizontalAdvance(markedName(record)));
    return width + nameMargin;
}

void ComparisonDelegate::initStyleOption(QStyleOptionViewItem* option, QModelIndex const& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    auto const* const table = qobject_cast<QTableView const*>(option->widget);
    if (table && table->columnSpan(index.row(), index.column()) > 1) option->displayAlignment = Qt::AlignLeft | Qt::AlignVCenter;
    if (index.column() != AlgorithmsModel::Name) return;
    int const record = model_.recordOf(index);
    if (record < 0 || marksOf(record).isEmpty()) return;
    option->text = markedName(record);
    option->font.setBold(true);
}

void ComparisonDelegate::paint(QPainter* painter, QStyleOptionViewItem const& option, QModelIndex const& index) const {
    if (auto const bar = barOf(index)) {
        QColor color = option.palette.color(QPalette::Highlight);
        color.setAlpha(barStrength);
        QRect area = option.rect.adjusted(0, 2, 0, -2);
        area.setWidth(std::max(static_cast<int>(*bar * area.width()), 1));
        painter->fillRect(area, color);
    }
    auto const* const table = qobject_cast<QTableView const*>(option.widget);
    bool const isReason = table && table->columnSpan(index.row(), index.column()) > 1;
    QStyleOptionViewItem seen = option;
    if (isReason) seen.rect = roomOf(*table, option.rect);
    QStyledItemDelegate::paint(painter, seen, index);
}

QRect ComparisonDelegate::roomOf(QTableView const& table, QRect cells) {
    return cells.intersected(QRect(0, cells.top(), table.viewport()->width(), cells.height()));
}

} // namespace tessera::gui
