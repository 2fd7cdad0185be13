// SPDX-License-Identifier: BSD-3-Clause
// Tessera: --preserve: what the target's file gets of its source's file.
#pragma once

#include "cli/common/arguments.hpp"
#include "libcore/base/result.hpp"
#include "libcore/runtime/store/file_name.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// Error: --preserve, and the target is a file that stays.
[[nodiscard]] Result<void> check_preserve(Arguments const& arguments, FileName const& target);

/// Gives the target the owner, mode, extended attributes and times of the source; of a directory itself alone. Returns what it
/// could not give, a sentence each. One rank.
[[nodiscard]] std::vector<std::string> preserve(FileName const& source, FileName const& target);

} // namespace tessera::cli
