// SPDX-License-Identifier: BSD-3-Clause
// Tessera: balanced grids against all factorisations.
#include "libcore/spec/detail/balanced_grid.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <functional>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// The smallest of all descending factorisations, compared factor by factor.
Extents best_of_all(Index size, int dims) {
    Extents best, grid;
    std::function<void(Index, int)> const extend = [&](Index rest, int left) {
        if (left == 0) {
            if (rest == 1 && (best.empty() || grid < best)) best = grid;
            return;
        }
        for (Index factor = 1; factor <= rest; ++factor) {
            if (rest % factor != 0 || (!grid.empty() && factor > grid.back())) continue;
            grid.push_back(factor);
            extend(rest / factor, left - 1);
            grid.pop_back();
        }
    };
    extend(size, dims);
    return best;
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=2000");
    bool const same = rc::check("a balanced grid is the smallest of all factorisations", [] {
        Index const size = between(1, 400);
        int const dims = static_cast<int>(between(1, 4));
        RC_ASSERT(notation::balanced_grid(size, dims) == best_of_all(size, dims));
    });
    bool const large = rc::check("a large grid is found at once", [] {
        Index const size = between(1, 2147483647);
        Extents const grid = notation::balanced_grid(size, static_cast<int>(between(1, 15)));
        Index product = 1;
        for (Index const factor : grid) product *= factor;
        RC_ASSERT(product == size);
        RC_ASSERT(std::ranges::is_sorted(grid, std::greater<>()));
    });
    return exit_code({same, large});
}
