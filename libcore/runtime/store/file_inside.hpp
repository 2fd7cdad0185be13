// SPDX-License-Identifier: BSD-3-Clause
// Tessera: files that another file names, which have to lie in its folder.
#pragma once

#include "libcore/base/result.hpp"

#include <string>

namespace tessera {

/// Is it a path below whatever folder it is looked up in, links aside?
[[nodiscard]] bool is_path_inside(std::string const& name);

/// Its path, in this folder. Errors: it is not below it, not even by a link; it is not there.
[[nodiscard]] Result<std::string> file_inside(std::string const& folder, std::string const& name);

} // namespace tessera
