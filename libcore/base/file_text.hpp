// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reads the text of a file that the user names.
#pragma once

#include "libcore/base/result.hpp"

#include <string>
#include <string_view>

namespace tessera {

/// Returns the whole content of the file. A pipe, such as a shell's <(command), is read to its end. Errors, which name the path: it
/// is a folder; it is a device other than a terminal, which may never end; it cannot be read (with the system's reason). `what`: a
/// name for errors, such as "the job file".
[[nodiscard]] Result<std::string> file_text(std::string const& path, std::string_view what = "");

} // namespace tessera
