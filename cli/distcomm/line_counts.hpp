// SPDX-License-Identifier: BSD-3-Clause
// Tessera: counts lines of an array along a dimension, and reports the counts.
#pragma once

#include "cli/distcomm/comm_array.hpp"
#include "cli/distcomm/comm_settings.hpp"
#include "libcore/report/json_writer.hpp"

#include <string>

namespace tessera::cli {

/// The sum of what the ranks count among the elements of an array that has one for each line (without_dimension); copies count
/// once. Collective over the job.
[[nodiscard]] Index count_of_all(Comm const& world, Mapping const& lines, Index mine);

/// The lines in which no element takes part. Collective over the job.
[[nodiscard]] Index empty_lines(Comm const& world, CommSettings const& settings, int dim, CommArray const& array);

/// "; in 3 lines no element takes part"; nothing where there is none.
[[nodiscard]] std::string empty_lines_text(Index lines);

/// Counts of the lines that an operation went along.
struct LineCounts {
    std::string op;
    int dim = 0;      ///< from 0
    Index active = 0; ///< elements that take part
    Index lines = 0;
    Index empty = 0; ///< lines in which no element takes part
};
/// Into the object that is open.
void write_lines(JsonWriter& json, LineCounts const& counts);

} // namespace tessera::cli
