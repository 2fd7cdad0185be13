// SPDX-License-Identifier: BSD-3-Clause
// Tessera: statements become tokens.
#pragma once

#include "libcore/spec/detail/statements.hpp"

namespace tessera::notation {

struct Token {
    enum class Kind {
        Name,
        Integer,
        Symbol, ///< one character, or `**`; also whatever is no part of the notation
        String, ///< in quotes, which `text` leaves out
        File,   ///< @path or @'path'; `text` is the path, which never holds both kinds of quotes
        End     ///< behind the last token
    };
    Kind kind = Kind::End;
    std::string_view text; ///< points into the SourceText
    Place place;

    [[nodiscard]] bool is(std::string_view symbol) const { return kind == Kind::Symbol && text == symbol; }
};

/// Never fails: what is no token becomes a Symbol, which no rule accepts. The last token is End.
[[nodiscard]] std::vector<Token> tokenize(SourceText const& text, Statement const& statement);

} // namespace tessera::notation
