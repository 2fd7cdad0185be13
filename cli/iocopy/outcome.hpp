// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what iocopy says.
#pragma once

#include "cli/common/copy_report.hpp"
#include "cli/iocopy/settings.hpp"

#include <string>

namespace tessera::cli {

/// The two sides of the copy, and in words.
[[nodiscard]] CopySideText source_side(IocopySettings const& settings);
[[nodiscard]] CopySideText target_side(IocopySettings const& settings);

/// Counts the source's chunks that are not stored, where it is not known that all are: that may take as long as a chunk's read.
[[nodiscard]] UnstoredChunks unstored_of(IocopySettings const& settings);

[[nodiscard]] std::string source_text(IocopySettings const& settings);
[[nodiscard]] std::string target_text(IocopySettings const& settings);
[[nodiscard]] std::string part_text(IocopySettings const& settings, Extents const& part);

} // namespace tessera::cli
