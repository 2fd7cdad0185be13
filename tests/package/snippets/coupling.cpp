// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the two programs that share/doc/coupling.md shows.
#include "tests/package/snippets/snippets.hpp"

#include "libcore/runtime/channel/array_channel.hpp"
#include "libcore/runtime/channel/launched_programs.hpp"

#include <algorithm>
#include <iostream>
#include <vector>

namespace tessera::snippets {

#include "snippets/coupling/programs.inc"

} // namespace tessera::snippets
