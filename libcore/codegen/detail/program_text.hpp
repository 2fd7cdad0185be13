// SPDX-License-Identifier: BSD-3-Clause
// Tessera: text of programs, written as a pattern with words to fill in.
#pragma once

#include "libcore/base/index.hpp"

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::detail {

/// What stands for the words of a pattern, by name.
using ProgramWords = std::map<std::string, std::string, std::less<>>;

/// The pattern with every `@name@` replaced. A word of several lines stands at the end of its line, and each of its lines gets what
/// stands before it there: an indentation, or the sign of a comment. A line with nothing but words that are empty is left out. The
/// pattern's first line is empty and left out: patterns begin behind R"(. Precondition: every word has a value.
[[nodiscard]] std::string filled(std::string_view pattern, ProgramWords const& words);

/// Fortran lines of at most 120 columns: longer ones are continued, where a blank stands.
[[nodiscard]] std::string continued(std::string_view fortran);

/// "p1", "p2", ...
[[nodiscard]] std::vector<std::string> numbered(std::string_view letter, std::size_t count);
/// "30, 1"
[[nodiscard]] std::string listed(std::vector<std::string> const& names);
[[nodiscard]] std::string listed(std::span<Index const> values);
/// One below the other.
[[nodiscard]] std::string stacked(std::vector<std::string> const& lines);

} // namespace tessera::detail
