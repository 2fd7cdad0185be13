// SPDX-License-Identifier: BSD-3-Clause
// Tessera: option texts as tokens.
#include "libcore/spec/detail/option_text.hpp"

namespace tessera::notation {

Cursor option_cursor(std::deque<SourceText>& texts, std::string option, std::string_view text, Diagnostics& diagnostics) {
    SourceText const& source = texts.emplace_back(std::move(option), text);
    Statement statement;
    int number = 0;
    for (std::string const& line : source.lines()) statement.lines.push_back({++number, 1, line});
    return Cursor(tokenize(source, statement), diagnostics);
}

} // namespace tessera::notation
