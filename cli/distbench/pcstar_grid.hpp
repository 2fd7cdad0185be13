// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tables 6.1 to 6.4 of the pC* thesis: boundary contexts and grid shifts.
#pragma once

#include "cli/distbench/timed_table.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// A table that holds no times: each row as the thesis has it, and as it is found here.
struct GoldenTable {
    struct Row {
        std::string label;
        std::string thesis;
        std::string here;
    };
    std::string name;
    std::string title;
    std::string what; ///< the heading of the rows
    std::vector<Row> rows = {};
};

void golden_text(GoldenTable const& table, Sink const& sink);
/// Schema tessera.golden-table/1 (share/doc/formats.md).
void golden_json(GoldenTable const& table, Sink const& sink);

/// The contexts that conditions on indices make of a 4 x 6 grid, without a look at any position.
[[nodiscard]] GoldenTable pcstar_table_61();
/// What each rank sends in a shift by (-3,-3) of the 8 x 8 grid of Fig. 3.7.
[[nodiscard]] GoldenTable pcstar_table_62();

/// 2^20 elements of 4 bytes moved over a torus, beside a copy and a general send, on all ranks of the job. Collective; only rank
/// 0's is of use. Error: none that this job causes.
[[nodiscard]] Result<TimedTable> pcstar_table_63(Comm const& world);
/// 196^3 elements of one byte moved by one place, on the one rank of `self`.
[[nodiscard]] Result<TimedTable> pcstar_table_64(Comm const& self);

} // namespace tessera::cli
