// SPDX-License-Identifier: BSD-3-Clause
// Tessera: counts of lines along a dimension, and their report.
#pragma once

#include "cli/distcomm/comm_array.hpp"
#include "cli/distcomm/comm_settings.hpp"
#include "libcore/report/json_writer.hpp"

#include <string>

namespace tessera::cli {

/// Returns the sum of the ranks' counts `mine`. `lines`: an array with one element for each line (without_dimension); copies count
/// once. Collective over the job.
[[nodiscard]] Index count_of_all(Communicator const& world, Mapping const& lines, Index mine);

/// Returns the number of lines without participating elements. Collective over the job.
[[nodiscard]] Index empty_lines(Communicator const& world, CommSettings const& settings, int dim, CommArray const& array);

/// Returns "; in 3 lines no element takes part"; empty if there are none.
[[nodiscard]] std::string empty_lines_text(Index lines);

/// Counts of the lines along the dimension of an operation.
struct LineCounts {
    std::string op;
    int dim = 0;      ///< 0-based
    Index active = 0; ///< number of participating elements
    Index lines = 0;
    Index empty = 0; ///< number of lines without participating elements
};
/// Writes the counts into the open object.
void write_lines(JsonWriter& json, LineCounts const& counts);

} // namespace tessera::cli
