// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the text of a file that the user names.
#pragma once

#include "libcore/base/result.hpp"

#include <string>
#include <string_view>

namespace tessera {

/// All of the file. A pipe, such as a shell's <(command), is read to its end. Errors, which name the path: a folder; a device,
/// which may never end (but for a terminal); what cannot be read, with the system's reason. `what`: "the job file", for errors.
[[nodiscard]] Result<std::string> file_text(std::string const& path, std::string_view what = "");

} // namespace tessera
