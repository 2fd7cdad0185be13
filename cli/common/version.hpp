// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the version that all commands report, its date and its manual pages.
#pragma once

#include <string_view>

namespace tessera::cli {

[[nodiscard]] std::string_view version();      ///< such as "0.1.0"
[[nodiscard]] std::string_view release_date(); ///< newest date of the changelog, such as "2026-11-27"
[[nodiscard]] std::string_view manual_pages(); ///< all that are installed with the commands, such as "distplan(1) tessera(7)"

} // namespace tessera::cli
