// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the script for pages of networks in motion.
#pragma once

#include <string_view>

namespace tessera::detail {

/// The script to append to played_page_script. It reads its data from the element `network`.
extern std::string_view const network_page_script;

} // namespace tessera::detail
