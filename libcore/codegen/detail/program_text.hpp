// SPDX-License-Identifier: BSD-3-Clause
// Tessera: texts of programs, written as patterns with words to fill in.
#pragma once

#include "libcore/base/index.hpp"

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::detail {

/// The replacements of a pattern's words, by name.
using ProgramWords = std::map<std::string, std::string, std::less<>>;

/// Returns the pattern with every `@name@` replaced. A replacement of several lines must be at the end of its line. Each of its
/// lines gets the text before the word: an indentation, or the sign of a comment. A line that contains only empty words is left
/// out. The pattern's first line must be empty and is left out, because patterns begin after R"(. Precondition: every word has a
/// replacement.
[[nodiscard]] std::string filled(std::string_view pattern, ProgramWords const& words);

/// Returns Fortran lines of at most 120 columns. Longer lines are continued at a blank.
[[nodiscard]] std::string continued(std::string_view fortran);

/// Returns "p1", "p2", ...
[[nodiscard]] std::vector<std::string> numbered(std::string_view letter, std::size_t count);
/// Returns the items separated by commas: "30, 1".
[[nodiscard]] std::string listed(std::vector<std::string> const& names);
[[nodiscard]] std::string listed(std::span<Index const> values);
/// Returns the lines joined by line ends.
[[nodiscard]] std::string stacked(std::vector<std::string> const& lines);

} // namespace tessera::detail
