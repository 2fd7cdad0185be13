// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the files that the words of iocopy's command line name.
#pragma once

#include "cli/common/arguments.hpp"
#include "libcore/base/result.hpp"
#include "libcore/runtime/store/file_name.hpp"

namespace tessera::cli {

/// The source; with --array a raw file, whatever its ending. Error: no format has such names, nor such a file.
[[nodiscard]] Result<FileName> parse_source(Arguments const& arguments);

/// The target, as --as or its name says; else of the source's format, where it has the same ending: "a.med" becomes "b.med".
/// Error: its name says nothing.
[[nodiscard]] Result<FileName> parse_target(Arguments const& arguments, FileName const& from);

} // namespace tessera::cli
