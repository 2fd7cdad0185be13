// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the check of a public function's precondition, in every build.
#include "libcore/base/require.hpp"

namespace tessera {

void throw_broken_precondition(char const* message) {
    throw BrokenPrecondition(message);
}

} // namespace tessera
