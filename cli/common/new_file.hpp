// SPDX-License-Identifier: BSD-3-Clause
// Tessera: files that appear complete under their final name or not at all.
#pragma once

#include "libcore/base/result.hpp"

#include <string>
#include <string_view>

namespace tessera::cli {

/// Error: there is a file of that name, and no `force`. For commands that work long before they write.
[[nodiscard]] Result<void> check_new_file(std::string const& path, bool force);

/// Writes to a temporary file beside `path` and renames it. An existing file stays, unless `force`: that is the user's error.
/// What the system refuses (no such folder, a full disk) throws std::system_error, and nothing is left behind.
[[nodiscard]] Result<void> write_new_file(std::string const& path, std::string_view content, bool force);

} // namespace tessera::cli
