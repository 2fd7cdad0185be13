// SPDX-License-Identifier: BSD-3-Clause
// Tessera: --export-trace and --export-paje, which write the steps of a schedule for trace viewers.
#pragma once

#include "cli/common/tool.hpp"
#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/pipeline/rated_schedule.hpp"

#include <array>

namespace tessera::cli {

inline constexpr std::array<char const*, 2> trace_options{"export-trace", "export-paje"};

/// Returns the first of these options that is given; null if none is.
[[nodiscard]] char const* requested_trace(Arguments const& arguments);

/// Writes the requested traces. Errors: a file exists, or cannot be written.
[[nodiscard]] Result<void> export_traces(Tool const& tool, RatedSchedule const& rated);

} // namespace tessera::cli
