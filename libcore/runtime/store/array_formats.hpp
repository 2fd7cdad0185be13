// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the formats of files that there are.
#pragma once

#include "libcore/runtime/store/array_format.hpp"

#include <span>

namespace tessera {

/// In the order in which they are asked whether a name is one of theirs.
[[nodiscard]] std::span<ArrayFormat const* const> array_formats();

} // namespace tessera
