// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parses the file names of a copy.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/copy/option_values.hpp"
#include "libcore/files/store/file_name.hpp"

namespace tessera {

/// Returns the source. With --array, it is a raw file if its name and content belong to no format. Error without --array: no format
/// has such names, nor such content.
[[nodiscard]] Result<FileName> parse_source(CopyRequest const& request);

/// Returns the target. Its format is that of --as, or else of its name. If the name tells no format and has the source's ending, it
/// is the source's format ("a.med" becomes "b.med"). Error: no format is found.
[[nodiscard]] Result<FileName> parse_target(CopyRequest const& request, FileName const& from);

} // namespace tessera
