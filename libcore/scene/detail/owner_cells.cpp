// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a small picture of who owns what.
#include "libcore/scene/detail/owner_cells.hpp"

#include "libcore/scene/ownership_caption.hpp"
#include "libcore/scene/ownership_grid.hpp"
#include "libcore/scene/palette.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::detail {
namespace {

OwnershipGrid grid_of(Mapping const& mapping, Index cells) {
    OwnershipView const view = OwnershipView::of(mapping.array());
    return {mapping, view, plan_cells({&mapping}, view, {cells, cells})};
}

} // namespace

void add_owner_cells(Scene& scene, Mapping const& mapping, OwnerPicture const& picture) {
    OwnershipGrid const grid = grid_of(mapping, picture.cells);
    double const width = picture.size / std::max(grid.columns(), 1);
    double const height = picture.size / std::max(grid.rows(), 1);
    for (int row = 0; row < grid.rows(); ++row)
        for (int column = 0; column < grid.columns();) {
            auto const cell = grid.cell(row, column);
            int end = column + 1;
            while (end < grid.columns() && cell == grid.cell(row, end)) ++end;
            if (cell) {
                bool const one = !cell->ranks.empty();
                Index const rank = one ? cell->ranks.front() : -1;
                SceneTag tag;
                if (picture.phase) tag = {SceneTag::Kind::Cells, {*picture.phase, rank, row, row, column, end - 1}};
                scene.rects.push_back({picture.x + width * column, picture.y + height * row, width * (end - column), height,
                                       blend(one ? rank_color(cell->ranks.front()) : neutral, white, picture.pale), tag,
                                       one ? fmt::format("rank {}", rank) : "several ranks"});
            }
            column = end;
        }
}

std::string drawn_slice(Mapping const& mapping) {
    if (mapping.dims() <= 2) return {};
    std::string const caption = axes_caption(grid_of(mapping, 1));
    return caption.substr(0, caption.find(": "));
}

} // namespace tessera::detail
