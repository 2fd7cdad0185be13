// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the part of an array that is looked at, painted cell by cell.
#include "gui/canvas/ownership_painter.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/scene/palette.hpp"

#include <QFontMetricsF>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace tessera::gui {
namespace {

constexpr double leastCell = 5;      // pixels
constexpr double leastGridCell = 7;  // with lines between the cells
constexpr double leastHatched = 12;  // pixels
constexpr int hatchInk = 70;         // of 255
constexpr int fading = 205;          // of 255, over what is not highlighted
constexpr double faintestShare = 25; // of 255: one element of a million is still seen

/// The first ranks have a colour each, the next ones the same colours hatched, and so on; after the last pattern their numbers
/// alone tell them apart.
constexpr std::array hatches{Qt::NoBrush,    Qt::BDiagPattern,     Qt::HorPattern,   Qt::FDiagPattern,
                             Qt::VerPattern, Qt::DiagCrossPattern, Qt::CrossPattern, Qt::Dense6Pattern};

/// The cells of one drawn dimension: which indices, and where they begin and end on the screen.
struct Axis {
    CopyMap::Range range;
    Index cellSize = 1;
    AxisWindow window;

    [[nodiscard]] int cells() const { return static_cast<int>(ceil_div(range.count, cellSize)); }
    [[nodiscard]] Run indices(int cell) const {
        Index const begin = range.start + cell * cellSize;
        return {begin, std::min(begin + cellSize, range.start + range.count)};
    }
    /// Whole pixels, so that neighbours neither overlap nor leave a gap.
    [[nodiscard]] double edge(int cell) const {
        Index const index = std::min(range.start + cell * cellSize, range.start + range.count);
        return std::round(window.pixelOf(static_cast<double>(index)));
    }
};

/// Cells begin at multiples of their size, wherever the window begins: a picture that is moved does not flicker.
Axis axisOf(AxisWindow const& window, Index cellSize) {
    Run const seen = window.visible();
    Index const begin = seen.begin / cellSize * cellSize;
    Index const end = std::min(ceil_div(seen.end, cellSize) * cellSize, window.extent);
    return {{begin, 1, std::max<Index>(end - begin, 0)}, cellSize, window};
}

class Painter {
  public:
    Painter(QPainter& painter, OwnershipSight const& sight, Theme theme)
        : painter_(painter), sight_(sight), theme_(theme), plan_(cellPlan(sight)), rows_(rowAxis()),
          columns_(axisOf(sight.columns, plan_.column_size)), grid_(sight.mapping, view(), plan_) {}

    void run() {
        painter_.setPen(Qt::NoPen);
        painter_.fillRect(rectOf(0, rows_.cells(), 0, columns_.cells()), theme_.color(neutral));
        for (int row = 0; row < grid_.rows();) {
            int end = row + 1;
            while (end < grid_.rows() && grid_.same_as_next_row(end - 1)) ++end;
            paintRows(row, end);
            row = end;
        }
        painter_.setPen(QPen(QColor(128, 128, 128, 90), 1));
        painter_.drawLines(crosses_);
        if (!sight_.highlights.empty()) paintHighlights();
        paintLines();
        if (sight_.element) frame(*sight_.element);
    }

  private:
    /// What is seen, moved to the beginning of the dimension: the cells' size depends on how much is seen, not on where.
    static CopyMap::Range asMuch(AxisWindow const& window) {
        auto const count = static_cast<Index>(std::ceil(window.length));
        return {0, 1, std::clamp<Index>(count, 0, window.extent)};
    }

    static CellPlan cellPlan(OwnershipSight const& sight) {
        OwnershipView view{sight.rowDim, sight.columnDim, {0, 1, 1}, asMuch(sight.columns), sight.fixed, {}};
        if (sight.rowDim) view.rows = asMuch(sight.rows);
        std::vector<Mapping const*> mappings{&sight.mapping};
        if (sight.companion) mappings.push_back(&*sight.companion);
        auto const room = [](AxisWindow const& window) {
            return std::max<Index>(static_cast<Index>(window.pixels / leastCell), 1);
        };
        if (sight.rowDim) return plan_cells(mappings, view, {room(sight.rows), room(sight.columns)});
        std::vector<DimMapping> dims;
        for (Mapping const* mapping : mappings) dims.push_back(mapping->dim(sight.columnDim).preimage(0, 1, view.columns.count));
        return {1, choose_cell_size(dims, room(sight.columns)), 0};
    }

    [[nodiscard]] Axis rowAxis() const {
        if (sight_.rowDim) return axisOf(sight_.rows, plan_.row_size);
        return {{0, 1, 1}, 1, AxisWindow::whole(1, sight_.rows.pixels)};
    }
    [[nodiscard]] OwnershipView view() const {
        return {sight_.rowDim, sight_.columnDim, rows_.range, columns_.range, sight_.fixed, {}};
    }
    [[nodiscard]] QRectF rectOf(int row, int rowEnd, int column, int columnEnd) const {
        return {QPointF(columns_.edge(column), rows_.edge(row)), QPointF(columns_.edge(columnEnd), rows_.edge(rowEnd))};
    }

    void paintRows(int row, int rowEnd) {
        for (int column = 0; column < grid_.columns();) {
            int end = column + 1;
            while (end < grid_.columns() && grid_.same_as_right(row, end - 1)) ++end;
            if (auto const cell = grid_.cell(row, column)) paintCell(*cell, rectOf(row, rowEnd, column, end));
            column = end;
        }
    }

    void paintCell(PictureCell const& cell, QRectF const& rect) {
        if (cell.purity == AxisCell::Purity::Several || cell.ranks.empty()) return cross(rect);
        // Copies are strips from left to right.
        double const strip = rect.width() / static_cast<double>(cell.ranks.size());
        for (std::size_t i = 0; i < cell.ranks.size(); ++i) {
            QRectF const part(rect.left() + strip * static_cast<double>(i), rect.top(), strip, rect.height());
            Color const plain = rank_color(cell.ranks[i]);
            bool const pure = cell.purity == AxisCell::Purity::Single;
            painter_.fillRect(part, theme_.color(pure ? plain : blend(plain, theme_.paper(), 0.5)));
            if (pure) hatch(cell.ranks[i], part);
            if (pure) label(cell.ranks[i], part);
        }
        if (cell.purity == AxisCell::Purity::Mostly) cross(rect);
    }

    void cross(QRectF const& rect) { crosses_.append(QLineF(rect.topLeft(), rect.bottomRight())); }

    /// Ranks that share a colour.
    void hatch(Rank rank, QRectF const& rect) {
        auto const round = std::min(static_cast<std::size_t>(rank) / palette_size, hatches.size() - 1);
        if (round == 0 || std::min(rect.width(), rect.height()) < leastHatched) return;
        Color const color = text_color_on(rank_color(rank));
        painter_.fillRect(rect, QBrush(QColor(color.red, color.green, color.blue, hatchInk), hatches[round]));
    }

    void label(Rank rank, QRectF const& rect) {
        QRectF const seen = rect.intersected(QRectF(0, 0, columns_.window.pixels, rows_.window.pixels));
        double const size = std::min(13.0, seen.height() - 3);
        if (size < 8) return;
        QString const text = QString::number(rank);
        if (static_cast<double>(text.size()) * 0.64 * size > seen.width() - 2) return;
        Color const color = text_color_on(rank_color(rank));
        painter_.setFont(pictureFont(size));
        painter_.setPen(QColor(color.red, color.green, color.blue));
        painter_.drawText(seen, Qt::AlignCenter, text);
        painter_.setPen(Qt::NoPen);
    }

    void paintLines() {
        painter_.setPen(QPen(QColor(127, 127, 127, 70), 1));
        auto const [width, height] = std::pair(columns_.window.pixels, rows_.window.pixels);
        if (static_cast<double>(columns_.cellSize) * columns_.window.pixelsPerElement() >= leastGridCell)
            for (int column = 1; column < columns_.cells(); ++column)
                painter_.drawLine(QPointF(columns_.edge(column), 0), QPointF(columns_.edge(column), height));
        if (static_cast<double>(rows_.cellSize) * rows_.window.pixelsPerElement() >= leastGridCell)
            for (int row = 1; row < rows_.cells(); ++row)
                painter_.drawLine(QPointF(0, rows_.edge(row)), QPointF(width, rows_.edge(row)));
    }

    /// How much of each cell of an axis lies in a set.
    static std::vector<double> shares(Axis const& axis, PeriodicSet const* set) {
        std::vector<double> found;
        for (int cell = 0; cell < axis.cells(); ++cell) {
            Run const indices = axis.indices(cell);
            found.push_back(set ? static_cast<double>(set->count_in(indices)) / static_cast<double>(indices.size()) : 1);
        }
        return found;
    }

    [[nodiscard]] bool reachesSlice(BoxSet const& box) const {
        for (int d = 0; d < sight_.mapping.dims(); ++d)
            if (d != sight_.columnDim && d != sight_.rowDim &&
                !box.dims()[static_cast<std::size_t>(d)].contains(sight_.fixed[static_cast<std::size_t>(d)]))
                return false;
        return true;
    }

    void paintHighlights() {
        Color const paper = theme_.paper();
        painter_.fillRect(rectOf(0, rows_.cells(), 0, columns_.cells()), QColor(paper.red, paper.green, paper.blue, fading));
        for (Highlight const& highlight : sight_.highlights) {
            bool const ofThisArray = std::ssize(highlight.box.dims()) == sight_.mapping.dims();
            if (!ofThisArray || highlight.box.empty() || !reachesSlice(highlight.box)) continue;
            auto const down =
                shares(rows_, sight_.rowDim ? &highlight.box.dims()[static_cast<std::size_t>(*sight_.rowDim)] : nullptr);
            auto const across = shares(columns_, &highlight.box.dims()[static_cast<std::size_t>(sight_.columnDim)]);
            paintShares(highlight.color, down, across);
        }
    }

    /// The end of the stretch of equal shares that begins at `first`.
    static int stretch(std::vector<double> const& shares, int first) {
        auto const begin = shares.begin() + first;
        return static_cast<int>(std::find_if(begin, shares.end(), [&](double share) { return share != *begin; }) - shares.begin());
    }

    void paintShares(Color color, std::vector<double> const& down, std::vector<double> const& across) {
        for (int row = 0; row < std::ssize(down); row = stretch(down, row)) {
            double const rowShare = down[static_cast<std::size_t>(row)];
            if (rowShare == 0) continue;
            for (int column = 0; column < std::ssize(across); column = stretch(across, column)) {
                double const share = rowShare * across[static_cast<std::size_t>(column)];
                if (share == 0) continue;
                auto const alpha = static_cast<int>(faintestShare + (255 - faintestShare) * share);
                painter_.fillRect(rectOf(row, stretch(down, row), column, stretch(across, column)),
                                  QColor(color.red, color.green, color.blue, alpha));
            }
        }
    }

    void frame(Extents const& element) {
        for (int d = 0; d < sight_.mapping.dims(); ++d)
            if (d != sight_.columnDim && d != sight_.rowDim &&
                element[static_cast<std::size_t>(d)] != sight_.fixed[static_cast<std::size_t>(d)])
                return;
        auto const stretchOf = [](AxisWindow const& window, Index index) {
            double const begin = window.pixelOf(static_cast<double>(index));
            double const middle = begin + window.pixelsPerElement() / 2;
            double const half = std::max(window.pixelsPerElement() / 2, 5.0);
            return std::pair(middle - half, middle + half);
        };
        auto const [left, right] = stretchOf(sight_.columns, element[static_cast<std::size_t>(sight_.columnDim)]);
        auto const [top, bottom] = sight_.rowDim ? stretchOf(sight_.rows, element[static_cast<std::size_t>(*sight_.rowDim)])
                                                 : std::pair(1.0, rows_.window.pixels - 1);
        QRectF const rect(QPointF(left, top), QPointF(right, bottom));
        painter_.setBrush(Qt::NoBrush);
        painter_.setPen(QPen(Qt::white, 5));
        painter_.drawRect(rect);
        painter_.setPen(QPen(Qt::black, 2));
        painter_.drawRect(rect);
    }

    QPainter& painter_;
    OwnershipSight const& sight_;
    Theme theme_;
    CellPlan plan_;
    Axis rows_;
    Axis columns_;
    OwnershipGrid grid_;
    QList<QLineF> crosses_; // through cells of several owners, drawn together
};

} // namespace

void paintOwnership(QPainter& painter, OwnershipSight const& sight, QRectF const& area, Theme theme) {
    if (sight.mapping.volume() == 0) return;
    painter.save();
    painter.setClipRect(area);
    painter.translate(area.topLeft());
    painter.setRenderHint(QPainter::Antialiasing, false);
    Painter(painter, sight, theme).run();
    painter.restore();
}

std::vector<Index> tickIndices(AxisWindow const& window, Index lower, double room) {
    auto const step = [&] {
        for (Index power = 1; power < max_extent / 50; power *= 10)
            for (Index const factor : {1, 2, 5})
                if (static_cast<double>(power * factor) * window.pixelsPerElement() >= room) return power * factor;
        return max_extent;
    }();
    std::vector<Index> ticks;
    Run const seen = window.visible();
    for (Index user = ceil_div(seen.begin + lower, step) * step; user < seen.end + lower; user += step)
        ticks.push_back(user - lower);
    return ticks;
}

} // namespace tessera::gui
