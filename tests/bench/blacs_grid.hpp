// SPDX-License-Identifier: BSD-3-Clause
// Tessera: grids of processes in BLACS, for benchmarks beside ScaLAPACK.
#pragma once

#include <string>

// The C interface of BLACS, which no header declares.
extern "C" {
void Cblacs_get(int context, int what, int* value);
void Cblacs_gridinit(int* context, char const* order, int rows, int columns);
}

namespace tessera::bench {

struct Grid {
    int rows = 2;
    int columns = 2;
    [[nodiscard]] std::string text() const { return std::to_string(rows) + "x" + std::to_string(columns); }
};

/// Makes a context whose processes are numbered row by row. Collective.
inline int context_of(Grid grid) {
    int context = 0;
    Cblacs_get(-1, 0, &context);
    Cblacs_gridinit(&context, "Row", grid.rows, grid.columns);
    return context;
}

} // namespace tessera::bench
