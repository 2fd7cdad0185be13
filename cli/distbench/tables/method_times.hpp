// SPDX-License-Identifier: BSD-3-Clause
// Tessera: measured times of the papers' experiments with methods, recorded or new.
#pragma once

#include "cli/distbench/tables/comparer.hpp"
#include "cli/distbench/tables/method_figures.hpp"
#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tessera::cli {

/// Seconds of the slowest rank, over all rounds.
struct ContenderTime {
    std::string label;
    double median = 0;
    double least = 0;
    double most = 0;
};

/// The times of one row of a figure.
struct MethodTimes {
    std::string table;
    std::string figure;
    std::string row;
    Index ranks = 0;
    std::vector<ContenderTime> times; ///< one for each contender of the figure

    [[nodiscard]] ContenderTime const* of(std::string_view label) const; ///< null: it was not measured
};

/// Rows that were measured in one run.
struct MethodMeasurements {
    std::string machine; ///< place and date of the measurement
    Index processors = 0;
    Index rounds = 0;
    std::vector<MethodTimes> rows;

    [[nodiscard]] MethodTimes const* of(MethodTable const& table, MethodFigure const& figure, MethodRow const& row) const;
};

/// Returns datasets/methods/recorded.json, the output of `distbench methods --json`.
[[nodiscard]] MethodMeasurements recorded_method_run();

/// Error, with the name `file`: `json` is not a document of schema tessera.method-times/1.
[[nodiscard]] Result<MethodMeasurements> method_run_of(std::string_view json, std::string const& file);

/// Returns the table with the papers' figures and those of the run. Rows that are missing in the run have no times.
[[nodiscard]] std::string methods_text(MethodTable const& table, MethodMeasurements const& run);
/// Returns JSON of schema tessera.method-times/1: the rows of the run that belong to these tables, with the papers' figures.
[[nodiscard]] ReportJson methods_json(std::span<MethodTable const> tables, MethodMeasurements const& run);

/// Comparer of experiments (see method_table()) with recorded times, or with those of a file that `distbench methods --json` wrote.
[[nodiscard]] Result<TableReport> compare_methods(PaperTable const& paper, TableInputs const& inputs);

} // namespace tessera::cli
