// SPDX-License-Identifier: BSD-3-Clause
// Tessera: captions of ownership pictures, the same for every back end.
#include "libcore/scene/ownership/ownership_caption.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera {
namespace {

/// Returns "A(x,y)" or "A[x][y]".
std::string element_text(ArraySpec const& array, std::vector<std::string> const& subscripts) {
    if (array.order == StorageOrder::C) return fmt::format("{}[{}]", array.name, fmt::join(subscripts, "]["));
    return fmt::format("{}({})", array.name, fmt::join(subscripts, ","));
}

/// Returns the subscripts of the fixed dimensions; empty for drawn dimensions.
std::vector<std::string> fixed_subscripts(OwnershipGrid const& grid) {
    ArraySpec const& array = grid.mapping().array();
    std::vector<std::string> subscripts;
    for (std::size_t d = 0; d < array.extents.size(); ++d)
        subscripts.push_back(fmt::format("{}", array.lower[d] + grid.view().fixed[d]));
    return subscripts;
}

/// Returns the user's triplet for the indices first, first + step, ..., last.
std::string triplet_text(ArraySpec const& array, Index first, Index last, Index step) {
    if (first == last) return fmt::format("{}", first);
    Index const end = array.order == StorageOrder::C ? last + (step > 0 ? 1 : -1) : last;
    return step == 1 ? fmt::format("{}:{}", first, end) : fmt::format("{}:{}:{}", first, end, step);
}

} // namespace

std::string axes_caption(OwnershipGrid const& grid) {
    auto subscripts = fixed_subscripts(grid);
    OwnershipView const& view = grid.view();
    if (!view.row_dim) {
        subscripts[as_size(view.column_dim)] = "i";
        char const* const direction = grid.is_wrapped() ? "i to the right, line by line" : "i to the right";
        return fmt::format("{}: {}", element_text(grid.mapping().array(), subscripts), direction);
    }
    subscripts[as_size(*view.row_dim)] = "i";
    subscripts[as_size(view.column_dim)] = "j";
    return element_text(grid.mapping().array(), subscripts) + ": i downwards, j to the right";
}

std::string cell_size_caption(OwnershipGrid const& grid) {
    if (!grid.is_aggregated()) return {};
    if (!grid.view().row_dim) return fmt::format("each cell is {} elements", grid.column_cell_size());
    return fmt::format("each cell is {} x {} elements", grid.row_cell_size(), grid.column_cell_size());
}

std::string cells_caption(OwnershipGrid const& grid, int first_row, int last_row, int first_column, int last_column) {
    OwnershipView const& view = grid.view();
    ArraySpec const& array = grid.mapping().array();
    auto subscripts = fixed_subscripts(grid);
    auto const last_of = [](Index first, Index cells, Index cell_size, CopyMap::Range const& range, Index origin) {
        Index const k = (first - origin) / range.step;
        return first + range.step * (std::min(k + cells * cell_size, range.count) - 1 - k);
    };
    auto const set = [&](int dim, Index first, Index cells, Index cell_size, CopyMap::Range const& range) {
        auto const d = as_size(dim);
        Index const last = last_of(first, cells, cell_size, range, array.lower[d] + range.start);
        subscripts[d] = triplet_text(array, first, last, range.step);
    };
    if (view.row_dim) set(*view.row_dim, grid.row_index(first_row), last_row - first_row + 1, grid.row_cell_size(), view.rows);
    Index const first = grid.is_wrapped() ? grid.row_index(first_row) + view.columns.step * grid.column_cell_size() * first_column
                                          : grid.column_index(first_column);
    set(view.column_dim, first, last_column - first_column + 1, grid.column_cell_size(), view.columns);
    return element_text(array, subscripts);
}

} // namespace tessera
