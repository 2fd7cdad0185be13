// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the table of distview's options, for its man page and completions. The window parses them itself, with Qt.
#pragma once

#include "cli/common/command_table.hpp"

namespace tessera::cli {

[[nodiscard]] CommandTable distview_table();

} // namespace tessera::cli
