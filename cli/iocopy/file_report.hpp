// SPDX-License-Identifier: BSD-3-Clause
// Tessera: iocopy's reports about a whole file.
#pragma once

#include "cli/common/copy_report.hpp"
#include "cli/iocopy/plan_report.hpp"
#include "libcore/files/copy/file_copy_settings.hpp"
#include "libcore/report/sink.hpp"

#include <span>
#include <string>

namespace tessera::cli {

/// Writes a row for each variable, and sums.
void file_copy_text(FileCopySettings const& settings, FileCopyOutcome const& outcome, MemoryUse const& memory, Sink const& sink);
/// Writes the report in schema tessera.filecopy/2 (share/doc/formats.md).
void file_copy_json(FileCopySettings const& settings, FileCopyOutcome const& outcome, MemoryUse const& memory, Sink const& sink);

/// Writes the planned reads and writes, a row for each variable in the order of FileCopySettings::arrays.
void file_plan_text(FileCopySettings const& settings, std::span<CopyPasses const> passes, std::span<CopyForecast const> forecasts,
                    Sink const& sink);
/// Writes the plan in schema tessera.fileplan/1.
void file_plan_json(FileCopySettings const& settings, std::span<CopyPasses const> passes, std::span<CopyForecast const> forecasts,
                    Sink const& sink);

/// Writes an object about a file that was not copied: its names and why.
void not_copied_json(std::string const& source, std::string const& target, std::string const& why, Sink const& sink);

} // namespace tessera::cli
