// SPDX-License-Identifier: BSD-3-Clause
// Tessera: renames finished files without replacing others.
#pragma once

#include <string>

namespace tessera {

inline constexpr int working_directory = -100; ///< value of AT_FDCWD

/// Renames a file or a folder within a file system. Never replaces what has appeared at `name`, not even a link. Returns false if
/// `name` is taken; the draft then keeps its own name. Throws std::system_error if the system refuses. Relative names are relative
/// to an open folder, or to the working directory. A file system with neither RENAME_NOREPLACE nor hard links has a short gap
/// between the check and the rename.
[[nodiscard]] bool take_free_name(std::string const& draft, std::string const& name, int folder = working_directory);

/// Exchanges the names of two files or folders atomically. Returns false if the file system cannot do this. Throws
/// std::system_error if the system refuses.
[[nodiscard]] bool swap_names(std::string const& a, std::string const& b, int folder = working_directory);

} // namespace tessera
