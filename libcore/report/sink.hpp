// SPDX-License-Identifier: BSD-3-Clause
// Tessera: where reports write to, piece by piece, so that a large one never stands in memory.
#pragma once

#include <functional>
#include <string_view>

namespace tessera {

using Sink = std::function<void(std::string_view)>;

} // namespace tessera
