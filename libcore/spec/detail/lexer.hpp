// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the lexer, which splits statements into tokens.
#pragma once

#include "libcore/spec/detail/statements.hpp"

namespace tessera::notation {

struct Token {
    enum class Kind {
        Name,
        Integer,
        Symbol, ///< one character, or `**`; also any character outside the notation
        String, ///< in quotes; `text` omits the quotes
        File,   ///< @path or @'path'; `text` is the path, which never holds both kinds of quotes
        End     ///< after the last token
    };
    Kind kind = Kind::End;
    std::string_view text; ///< points into the SourceText
    Place place;

    [[nodiscard]] bool is(std::string_view symbol) const { return kind == Kind::Symbol && text == symbol; }
};

/// Never fails: unknown characters become Symbols, which no rule accepts. The last token is End.
[[nodiscard]] std::vector<Token> tokenize(SourceText const& text, Statement const& statement);

} // namespace tessera::notation
