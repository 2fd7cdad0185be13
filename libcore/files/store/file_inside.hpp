// SPDX-License-Identifier: BSD-3-Clause
// Tessera: checks that a file named in another file lies in that file's folder.
#pragma once

#include "libcore/base/result.hpp"

#include <string>

namespace tessera {

/// Returns whether the name is a relative path that does not leave its folder. Symbolic links are not considered.
[[nodiscard]] bool is_path_inside(std::string const& name);

/// Returns the path of the file in this folder. Errors: the file is missing, or lies outside the folder, perhaps through a symbolic
/// link.
[[nodiscard]] Result<std::string> file_inside(std::string const& folder, std::string const& name);

} // namespace tessera
