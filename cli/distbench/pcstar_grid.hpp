// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tables 6.1 to 6.4 of the pC* thesis: boundary contexts and grid shifts.
#pragma once

#include "cli/distbench/timed_table.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// A table without times: each row as in the thesis, and as computed here.
struct GoldenTable {
    struct Row {
        std::string label;
        std::string thesis;
        std::string here;
    };
    std::string name;
    std::string title;
    std::string what; ///< heading of the rows
    std::vector<Row> rows = {};
};

void golden_text(GoldenTable const& table, Sink const& sink);
/// Writes JSON of schema tessera.golden-table/1 (share/doc/formats.md).
void golden_json(GoldenTable const& table, Sink const& sink);

/// Computes the contexts that conditions on indices give for a 4 x 6 grid, without testing single positions.
[[nodiscard]] GoldenTable pcstar_table_61();
/// Computes what each rank sends in a shift by (-3,-3) of the 8 x 8 grid of Fig. 3.7.
[[nodiscard]] GoldenTable pcstar_table_62();

/// Measures a shift of 2^20 elements of 4 bytes on a torus, next to a copy and a general send, on all ranks of the job. Collective;
/// only rank 0's result is valid. Error: none for this job.
[[nodiscard]] Result<TimedTable> pcstar_table_63(Comm const& world);
/// Measures shifts of 196^3 elements of one byte by one index, on the single rank of `self`.
[[nodiscard]] Result<TimedTable> pcstar_table_64(Comm const& self);

} // namespace tessera::cli
