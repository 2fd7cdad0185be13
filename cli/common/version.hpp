// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the version that all commands report.
#pragma once

#include <string_view>

namespace tessera::cli {

[[nodiscard]] std::string_view version(); ///< such as "0.1.0"

} // namespace tessera::cli
