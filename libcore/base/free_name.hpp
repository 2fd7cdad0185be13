// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a finished file takes its name, if nobody has it.
#pragma once

#include <string>

namespace tessera {

inline constexpr int working_directory = -100; ///< AT_FDCWD

/// Gives a file or a folder another name in the same file system: what appeared there meanwhile, a link too, is not replaced.
/// False: something has the name; the draft keeps its own. Throws std::system_error where the system refuses. Relative names count
/// from an open folder, or else from the working directory. A file system that has neither RENAME_NOREPLACE nor hard links leaves a
/// moment between a look and the change of names.
[[nodiscard]] bool take_free_name(std::string const& draft, std::string const& name, int folder = working_directory);

/// Two files or folders get each other's names in one moment. False: the file system cannot. Throws std::system_error where the
/// system refuses.
[[nodiscard]] bool swap_names(std::string const& a, std::string const& b, int folder = working_directory);

} // namespace tessera
