// SPDX-License-Identifier: BSD-3-Clause
// Tessera: groups of arrays whose layouts have to be chosen together.
#pragma once

#include "libcore/program/program.hpp"

#include <cstddef>
#include <vector>

namespace tessera {

/// Returns groups of array numbers, each ascending. Arrays that are combined element by element in some phase are in one group.
/// `all_together`: all arrays form one group.
[[nodiscard]] std::vector<std::vector<std::size_t>> array_groups(PhasedProgram const& program, bool all_together);

} // namespace tessera
