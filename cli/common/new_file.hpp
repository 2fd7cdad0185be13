// SPDX-License-Identifier: BSD-3-Clause
// Tessera: writes files that appear complete under their final name or not at all.
#pragma once

#include "libcore/base/result.hpp"

#include <string>
#include <string_view>

namespace tessera::cli {

/// Checks that no file has this name, unless `force`. For commands that work long before they write.
[[nodiscard]] Result<void> check_new_file(std::string const& path, bool force);

/// Writes to a temporary file in the folder of `path` and renames it. Error: the file exists and `force` is false. If the
/// system fails (no such folder, a full disk), throws std::system_error and leaves no file.
[[nodiscard]] Result<void> write_new_file(std::string const& path, std::string_view content, bool force);

} // namespace tessera::cli
