// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the output of reports, written in pieces, so that a large report is never in memory as a whole.
#pragma once

#include <functional>
#include <string_view>

namespace tessera {

using Sink = std::function<void(std::string_view)>;

} // namespace tessera
