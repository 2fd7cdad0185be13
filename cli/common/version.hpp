// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the version all commands report.
#pragma once

#include <string_view>

namespace tessera::cli {

[[nodiscard]] std::string_view version(); ///< "0.1.0"

} // namespace tessera::cli
