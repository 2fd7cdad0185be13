// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what all pages of lessons have in common: their looks, their parts and their script.
#pragma once

#include <string_view>

namespace tessera::detail {

/// In front of the title, between the title and the lesson (JSON), and behind it.
extern std::string_view const page_head;
extern std::string_view const page_body;
extern std::string_view const page_script;

} // namespace tessera::detail
