// SPDX-License-Identifier: BSD-3-Clause
// Tessera: selection of cells that get a label.
#include "libcore/scene/detail/ticks.hpp"

#include <algorithm>
#include <string>

namespace tessera {
namespace {

/// Returns the smallest of 1, 2, 5, 10, 20, 50, ... that is at least `least`.
int round_step(double least) {
    for (int power = 1; power < 1'000'000; power *= 10)
        for (int const factor : {1, 2, 5})
            if (factor * power >= least) return factor * power;
    return 1'000'000;
}

} // namespace

std::vector<int> ticks(int cells, double room, std::function<bool(int)> const& same_as_next,
                       std::function<double(int)> const& length_of) {
    std::vector<int> changes;
    bool fits = true;
    double longest = 0;
    for (int cell = 0; cell < cells; ++cell) {
        longest = std::max(longest, length_of(cell));
        if (cell > 0 && same_as_next(cell - 1)) continue;
        if (!changes.empty()) fits = fits && room * (cell - changes.back()) >= length_of(changes.back());
        changes.push_back(cell);
    }
    if (fits) return changes;
    std::vector<int> regular;
    for (int cell = 0; cell < cells; cell += round_step(longest / room)) regular.push_back(cell);
    return regular;
}

std::vector<int> column_ticks(OwnershipGrid const& grid, int cell_width) {
    return ticks(
        grid.columns(), cell_width, [&](int column) { return grid.same_as_next_column(column); },
        [&](int column) { return static_cast<double>(std::to_string(grid.column_index(column)).size()) + 1; });
}

} // namespace tessera
