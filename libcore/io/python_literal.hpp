// SPDX-License-Identifier: BSD-3-Clause
// Tessera: values as Python writes them down, and as JSON does.
#pragma once

#include "libcore/base/result.hpp"

#include <string>
#include <string_view>

namespace tessera {

/// Of dictionaries, lists, tuples, texts, numbers, True, False and None; tuples become lists, and texts UTF-8, whose bytes beyond
/// ASCII are Latin-1 unless `utf8`. What it makes of anything else is no JSON. Error: a text without an end.
[[nodiscard]] Result<std::string> json_of_python(std::string_view python, bool utf8);

/// A text in single quotes.
[[nodiscard]] std::string python_text(std::string_view text);

} // namespace tessera
