// SPDX-License-Identifier: BSD-3-Clause
// Tessera: texts about the two sides of iocopy's copies.
#pragma once

#include "cli/common/copy_report.hpp"
#include "libcore/files/copy/array_copy_settings.hpp"

#include <string>

namespace tessera::cli {

/// Return the two sides of the copy for reports.
[[nodiscard]] CopySideText source_side(ArrayCopySettings const& settings);
[[nodiscard]] CopySideText target_side(ArrayCopySettings const& settings);

/// Counts the source's chunks that are not stored; zero without counting if --complete has shown that all are. Counting may take as
/// long as the reading of a chunk.
[[nodiscard]] UnstoredChunks unstored_of(ArrayCopySettings const& settings);

[[nodiscard]] std::string source_text(ArrayCopySettings const& settings);
[[nodiscard]] std::string target_text(ArrayCopySettings const& settings);
[[nodiscard]] std::string part_text(ArrayCopySettings const& settings, Extents const& part);

} // namespace tessera::cli
