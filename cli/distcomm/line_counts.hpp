// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how many lines of an array along a dimension there are of a kind, and how that is told.
#pragma once

#include "cli/distcomm/comm_array.hpp"
#include "cli/distcomm/comm_settings.hpp"

#include <string>

namespace tessera::cli {

/// The sum of what the ranks count among the elements of an array that has one for each line (without_dimension); copies count
/// once. Collective over the job.
[[nodiscard]] Index count_of_all(Comm const& world, Mapping const& lines, Index mine);

/// The lines in which no element takes part. Collective over the job.
[[nodiscard]] Index empty_lines(Comm const& world, CommSettings const& settings, int dim, CommArray const& array);

/// "; in 3 lines no element takes part"; nothing where there is none.
[[nodiscard]] std::string empty_lines_text(Index lines);

} // namespace tessera::cli
