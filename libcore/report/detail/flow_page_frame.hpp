// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the script of pages of redistributions.
#pragma once

#include <string_view>

namespace tessera::detail {

/// Behind played_page_script; it finds its data in the element `flow`.
extern std::string_view const flow_page_script;

} // namespace tessera::detail
