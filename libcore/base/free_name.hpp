// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a finished file takes its name, if nobody has it.
#pragma once

#include <string>

namespace tessera {

/// Gives a file or a folder another name in the same file system: what appeared there meanwhile, a link too, is not replaced.
/// False: something has the name; the draft keeps its own. Throws std::system_error where the system refuses. Of a folder, and on a
/// file system without hard links, an empty folder or a file that appears between a look and the change of names is replaced.
[[nodiscard]] bool take_free_name(std::string const& draft, std::string const& name);

} // namespace tessera
