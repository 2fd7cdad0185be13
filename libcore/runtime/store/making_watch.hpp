// SPDX-License-Identifier: BSD-3-Clause
// Tessera: who looks on while a file is made.
#pragma once

#include "libcore/base/index.hpp"

#include <functional>

namespace tessera {

/// Told, between pieces of some megabytes, how many more elements whoever makes a file has copied that only its format can: those
/// of any length. It may throw, and the making is given up.
using MakingWatch = std::function<void(Index elements)>;

/// Nobody does.
inline void unwatched(Index) {}

} // namespace tessera
