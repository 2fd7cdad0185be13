// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the ways to compare a published table with ours, by name.
#pragma once

#include "cli/distbench/tables/paper_table.hpp"
#include "cli/distbench/tables/table_report.hpp"
#include "libcore/base/result.hpp"
#include "libcore/network/machine.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::cli {

/// The inputs of a comparer, in addition to the published table.
struct TableInputs {
    Machine const& delta;                ///< the Delta's profile
    Communicator const* ranks = nullptr; ///< the ranks that measure; null for a comparer that does not measure
    std::span<std::string const> files;  ///< measured times, as the user gave them
};

/// A way to predict or measure what a published table holds. The fact `predictor` of a table names it.
struct Comparer {
    enum class Runs {
        WithoutMpi, ///< predicts only, or reads recorded times
        OnOneRank,  ///< measures one processor; other ranks of the job sleep
        OnAllRanks  ///< measures all ranks together; rank 0's report counts
    };
    std::string_view name; ///< "file access"
    Runs runs = Runs::WithoutMpi;
    std::size_t most_files = 0; ///< how many files of measured times it takes
    Result<TableReport> (*compare)(PaperTable const& paper, TableInputs const& inputs) = nullptr;
    std::vector<std::string_view> facts = {};   ///< facts that the table must have
    std::vector<std::string_view> columns = {}; ///< columns that the table must have
};

[[nodiscard]] std::span<Comparer const> comparers();
/// Error: the table's fact `predictor` names none of them.
[[nodiscard]] Result<Comparer const*> comparer_of(PaperTable const& paper);

} // namespace tessera::cli
