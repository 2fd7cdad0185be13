// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parses the file names on iocopy's command line.
#pragma once

#include "cli/common/arguments.hpp"
#include "libcore/base/result.hpp"
#include "libcore/files/store/file_name.hpp"

namespace tessera::cli {

/// Returns the source. With --array, it is a raw file if its name and content belong to no format. Error without --array: no format
/// has such names, nor such content.
[[nodiscard]] Result<FileName> parse_source(Arguments const& arguments);

/// Returns the target. Its format is that of --as, or else of its name. If the name tells no format and has the source's ending, it
/// is the source's format ("a.med" becomes "b.med"). Error: no format is found.
[[nodiscard]] Result<FileName> parse_target(Arguments const& arguments, FileName const& from);

} // namespace tessera::cli
