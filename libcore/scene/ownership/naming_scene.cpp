// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pictures of general sends and gets: elements that several requests name.
#include "libcore/scene/ownership/naming_scene.hpp"

#include "libcore/base/units.hpp"
#include "libcore/scene/color_scale.hpp"
#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/detail/scale_legend.hpp"
#include "libcore/scene/ownership/ownership_grid.hpp"
#include "libcore/scene/palette.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tessera {
namespace {

using namespace detail;

constexpr Index most_heat_cells = 48; // per dimension
constexpr Index line_cells = 32;      // per line, for an array of one dimension
constexpr double heat_side = 480;

struct Heat {
    Index values = 0;
    Index most = 0; // for one element
};

/// The mapping of elements to cells.
class HeatGrid {
  public:
    explicit HeatGrid(ArraySpec const& array) : array_(array), view_(OwnershipView::of(array)) {
        if (view_.row_dim) {
            row_size_ = cell_size(extent(*view_.row_dim), most_heat_cells);
            column_size_ = cell_size(extent(view_.column_dim), most_heat_cells);
        } else {
            column_size_ = cell_size(extent(view_.column_dim), most_heat_cells * line_cells);
        }
    }

    [[nodiscard]] bool is_wrapped() const { return !view_.row_dim; }
    [[nodiscard]] Index rows() const {
        return is_wrapped() ? (cells() + line_cells - 1) / line_cells : (extent(*view_.row_dim) + row_size_ - 1) / row_size_;
    }
    [[nodiscard]] Index columns() const { return is_wrapped() ? std::min(cells(), line_cells) : cells(); }
    [[nodiscard]] Index elements_per_cell() const { return row_size_ * column_size_; }

    /// Returns the row and the column of an element. `element` is its number in the storage order of the array.
    [[nodiscard]] std::pair<Index, Index> cell_of(Index element) const {
        Extents const index = index_of(element);
        Index const column = index[as_size(view_.column_dim)] / column_size_;
        if (is_wrapped()) return {column / line_cells, column % line_cells};
        return {index[as_size(*view_.row_dim)] / row_size_, column};
    }
    /// Returns the first element of a cell; nothing after the last one of a wrapped dimension.
    [[nodiscard]] std::optional<Extents> first_of(Index row, Index column) const {
        Extents index(array_.extents.size(), 0);
        Index const place = is_wrapped() ? row * line_cells + column : column;
        if (place >= cells()) return std::nullopt;
        index[as_size(view_.column_dim)] = place * column_size_;
        if (!is_wrapped()) index[as_size(*view_.row_dim)] = row * row_size_;
        return index;
    }

  private:
    static Index cell_size(Index extent, Index most) { return std::max<Index>((extent + most - 1) / most, 1); }
    [[nodiscard]] Index extent(int d) const { return array_.extents[as_size(d)]; }
    [[nodiscard]] Index cells() const { return (extent(view_.column_dim) + column_size_ - 1) / column_size_; }
    [[nodiscard]] Extents index_of(Index element) const {
        Extents index(array_.extents.size());
        for (std::size_t i = 0; i < index.size(); ++i) {
            std::size_t const d = array_.order == StorageOrder::Fortran ? i : index.size() - 1 - i;
            index[d] = element % array_.extents[d];
            element /= array_.extents[d];
        }
        return index;
    }

    ArraySpec const& array_;
    OwnershipView view_;
    Index row_size_ = 1;
    Index column_size_ = 1;
};

std::map<std::pair<Index, Index>, Heat> heat_of(IndexPlan const& plan, HeatGrid const& grid) {
    std::unordered_map<Index, Index> names;
    for (Rank rank = 0; rank < plan.ranks(); ++rank)
        for (Index const element : plan.lists().elements_of(rank)) ++names[element];
    std::map<std::pair<Index, Index>, Heat> heat;
    for (auto const& [element, count] : names) {
        Heat& cell = heat[grid.cell_of(element)];
        cell.values += count;
        cell.most = std::max(cell.most, count);
    }
    return heat;
}

class HeatMap {
  public:
    explicit HeatMap(IndexPlan const& plan) : plan_(plan), grid_(plan.mapping().array()), heat_(heat_of(plan, grid_)) {
        side_ = std::clamp(std::floor(heat_side / static_cast<double>(std::max(grid_.rows(), grid_.columns()))), 8.0, 34.0);
        Index most = 1;
        for (auto const& [place, cell] : heat_) most = std::max(most, cell.most);
        scale_ = ColorScale(ColorScale::suited_to(1, static_cast<double>(most)), 1, static_cast<double>(most));
    }

    void draw(Scene& scene, double y) {
        top_ = y + 10;
        for (Index row = 0; row < grid_.rows(); ++row)
            for (Index column = 0; column < grid_.columns(); ++column) add_cell(scene, row, column);
        scene.width = std::max(scene.width, edge + side_ * static_cast<double>(grid_.columns()) + edge);
        double const below = top_ + side_ * static_cast<double>(grid_.rows()) + 26;
        y = add_scale_legend(scene, scale_, edge, below, "how many times an element is named",
                             [](double value) { return fmt::format("{:.0f}", value); });
        std::vector<std::string> notes{"Lines separate the elements of different ranks."};
        if (grid_.elements_per_cell() > 1)
            notes.push_back(fmt::format("Each cell covers {} and shows the one that is named most often.",
                                        counted(grid_.elements_per_cell(), "element")));
        scene.height = add_notes(scene, notes, y + 6) + edge;
    }

  private:
    [[nodiscard]] Rank owner(Extents const& index) const { return plan_.mapping().owners(index).front().rank; }

    void add_cell(Scene& scene, Index row, Index column) const {
        auto const first = grid_.first_of(row, column);
        if (!first) return;
        Rank const rank = owner(*first);
        auto const found = heat_.find({row, column});
        double const x = edge + side_ * static_cast<double>(column);
        double const y = top_ + side_ * static_cast<double>(row);
        Heat const heat = found == heat_.end() ? Heat{} : found->second;
        Color const color = heat.most > 0 ? scale_.at(static_cast<double>(heat.most)) : blank;
        scene.rects.push_back(
            {x, y, side_ - 1, side_ - 1, color, CellsTag{0, rank, {row, row + 1}, {column, column + 1}},
             fmt::format("rank {}: {}, at most {} for one element", rank, counted(heat.values, "value"), heat.most)});
        if (heat.most > 0) add_label(scene, scene.rects.back(), std::to_string(heat.most), 0.8, 11);
        auto const right = column + 1 < grid_.columns() ? grid_.first_of(row, column + 1) : std::nullopt;
        if (right && owner(*right) != rank) scene.lines.push_back({x + side_ - 0.5, y, x + side_ - 0.5, y + side_, ink, 1.4});
        auto const below = row + 1 < grid_.rows() && !grid_.is_wrapped() ? grid_.first_of(row + 1, column) : std::nullopt;
        if (below && owner(*below) != rank) scene.lines.push_back({x, y + side_ - 0.5, x + side_, y + side_ - 0.5, ink, 1.4});
    }

    IndexPlan const& plan_;
    HeatGrid grid_;
    std::map<std::pair<Index, Index>, Heat> heat_;
    ColorScale scale_{ColorScale::Kind::Linear, 1, 1};
    double side_ = 8;
    double top_ = 0;
};

} // namespace

Scene naming_picture(IndexPlan const& plan) {
    IndexTotals const& totals = plan.totals();
    std::string const title =
        plan.operation() == IndexOperation::Send ? "Values sent to each element" : "Values read from each element";
    Scene scene = blank_scene(title);
    double const y = add_title(scene, title,
                               fmt::format("{} for {}, at most {} each", counted(totals.values, "value"),
                                           counted(totals.elements, "element"), totals.most));
    if (plan.mapping().volume() > 0) HeatMap(plan).draw(scene, y);
    return scene;
}

} // namespace tessera
