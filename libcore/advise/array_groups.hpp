// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arrays of a program whose layouts cannot be chosen one by one.
#pragma once

#include "libcore/program/program.hpp"

#include <cstddef>
#include <vector>

namespace tessera {

/// Groups of array numbers, each group ascending: arrays that meet element by element in some phase are in one. `all_together`: all
/// arrays are.
[[nodiscard]] std::vector<std::vector<std::size_t>> array_groups(PhasedProgram const& program, bool all_together);

} // namespace tessera
