// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distview from its command line to its exit code.
#pragma once

namespace tessera::gui {

/// 0: done; 1: a file could not be written; 2: bad input.
[[nodiscard]] int distview(int argc, char** argv);

} // namespace tessera::gui
