// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the comparers that are one function each. comparers.cpp lists them by name.
#pragma once

#include "cli/distbench/tables/comparer.hpp"

namespace tessera::cli {

// Predictions.

/// Comparer of tables whose rows are sections, in the syntax of `!dist$ io` (p is the rank), and whose other columns are methods.
/// Facts: `array`, the extents of the file's array; `direct request`, `element` or `run`. The words of a heading are a method
/// (direct, sieve, static, dynamic), and where they differ between columns: read or write, the number of ranks, and requests or
/// elements. What is the same everywhere is a fact (`direction`, `ranks`) or a key column (`direction`).
[[nodiscard]] Result<TableReport> compare_file_access(PaperTable const& paper, TableInputs const& inputs);

/// Comparer of tables whose rows are fits of the CDT paper's equation 1: senders S and receivers R, whether a set-up precedes every
/// transfer, the messages M of one processor, and the times t_m (us) and t_w (us per word of 4 bytes). Fact: `sides`, the sides of
/// square arrays for which the fits are evaluated.
[[nodiscard]] Result<TableReport> compare_transfers(PaperTable const& paper, TableInputs const& inputs);

// Reductions, predicted, and measured on jobs of several ranks.

/// Comparer of tables whose rows are lengths of the vector in bytes and whose columns are numbers of ranks. Facts: `above` and
/// `below`, the algorithms of the ratio; `geometric mean`, that of the paper. Measures on jobs of several ranks.
[[nodiscard]] Result<TableReport> compare_reductions(PaperTable const& paper, TableInputs const& inputs);

// Tables 3.1 to 3.3 of the pC* thesis: address computations and traversals in one rank's memory.

/// Measures global indices of local elements (pcoord): five variants on 1024 x 1024 elements.
[[nodiscard]] Result<TableReport> measure_local_indices(PaperTable const& paper, TableInputs const& inputs);
/// Measures owner and offset of an element by its indices, for arrays of 1 to 4 dimensions.
[[nodiscard]] Result<TableReport> measure_owners(PaperTable const& paper, TableInputs const& inputs);
/// Measures reductions along an axis: line by line (axial), in memory order (linear), and with the choice of AxisReduction.
[[nodiscard]] Result<TableReport> measure_axis_walks(PaperTable const& paper, TableInputs const& inputs);

// Tables 3.4, 3.5 and 6.1: contexts beside one byte per position.

/// Computes the memory of contexts, relative to one byte per position, for the programs that are known here. Rows are programs,
/// columns are runs in numbers of 8, 16 and 32 bits. JSON of schema tessera.context-memory/1.
[[nodiscard]] Result<TableReport> compare_context_memory(PaperTable const& paper, TableInputs const& inputs);

/// Measures the construction of contexts of 2^20 positions, and work under them.
[[nodiscard]] Result<TableReport> measure_contexts(PaperTable const& paper, TableInputs const& inputs);

/// Computes the contexts that conditions on indices give for a 4 x 6 grid, without testing single positions. Rows have the ranges
/// `rows` and `columns`, such as 0:4.
[[nodiscard]] Result<TableReport> compare_boundary_contexts(PaperTable const& paper, TableInputs const& inputs);

// Tables 5.1 and 5.2: effects of merging and of kept addresses on general sends.

/// Measures sends of 10^5 values to other ranks, of which a part goes to one element of each rank. With a single rank, returns only
/// the published times.
[[nodiscard]] Result<TableReport> measure_merged_sends(PaperTable const& paper, TableInputs const& inputs);
/// Measures sends of 2^20 one-byte elements to the targets of three patterns, with addresses in the messages and with addresses
/// sent ahead.
[[nodiscard]] Result<TableReport> measure_kept_sends(PaperTable const& paper, TableInputs const& inputs);

// Tables 6.2 to 6.4: grid shifts.

/// Computes what each rank sends in a shift by (-3,-3) of the 8 x 8 grid of Fig. 3.7.
[[nodiscard]] Result<TableReport> compare_shift_runs(PaperTable const& paper, TableInputs const& inputs);
/// Measures a shift of 2^20 elements of 4 bytes on a torus, next to a copy and a general send, on all ranks of the job.
[[nodiscard]] Result<TableReport> measure_torus_shifts(PaperTable const& paper, TableInputs const& inputs);
/// Measures shifts of elements of one byte by one index, on one rank. Rows are operations on arrays of some extents.
[[nodiscard]] Result<TableReport> measure_grid_shifts(PaperTable const& paper, TableInputs const& inputs);

} // namespace tessera::cli
