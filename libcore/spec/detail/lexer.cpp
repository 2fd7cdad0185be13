// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the lexer.
#include "libcore/spec/detail/lexer.hpp"

#include "libcore/spec/words.hpp"

#include <algorithm>

namespace tessera::notation {

namespace {

bool is_name_part(char c) {
    return is_letter(c) || is_digit(c);
}

/// Returns the number of leading characters that satisfy `part`.
template <class Predicate>
std::size_t prefix(std::string_view text, Predicate part) {
    return as_size(std::ranges::find_if_not(text, part) - text.begin());
}

/// A token and its length in characters.
struct Scanned {
    Token::Kind kind;
    std::string_view text;
    std::size_t length;
};

Scanned scan_quoted(std::string_view text, Token::Kind kind) {
    auto const end = std::min(text.find(text.front(), 1), text.size());
    return {kind, text.substr(1, end - 1), std::min(end + 1, text.size())};
}

Scanned scan_file(std::string_view text) {
    std::string_view const path = text.substr(1);
    if (path.starts_with('\'') || path.starts_with('"')) {
        Scanned quoted = scan_quoted(path, Token::Kind::File);
        ++quoted.length;
        return quoted;
    }
    std::size_t const length = std::min(path.find_first_of(" \t,()'\""), path.size());
    return {Token::Kind::File, path.substr(0, length), length + 1};
}

Scanned scan(std::string_view text) {
    char const c = text.front();
    auto const word = [&](Token::Kind kind, std::size_t length) { return Scanned{kind, text.substr(0, length), length}; };
    if (is_letter(c)) return word(Token::Kind::Name, prefix(text, is_name_part));
    if (is_digit(c)) return word(Token::Kind::Integer, prefix(text, is_digit));
    if (c == '\'' || c == '"') return scan_quoted(text, Token::Kind::String);
    if (c == '@') return scan_file(text);
    return word(Token::Kind::Symbol, text.starts_with("**") ? 2 : 1);
}

} // namespace

std::vector<Token> tokenize(SourceText const& source, Statement const& statement) {
    std::vector<Token> tokens;
    Place end{&source, 1, 1, 1};
    for (auto const& [line, first_column, text] : statement.lines) {
        std::size_t at = 0;
        while (at < text.size()) {
            if (text[at] == ' ' || text[at] == '\t') {
                ++at;
                continue;
            }
            Scanned const found = scan(text.substr(at));
            auto const column = first_column + static_cast<int>(at);
            tokens.push_back({found.kind, found.text, {&source, line, column, static_cast<int>(found.length)}});
            at += found.length;
        }
        end = {&source, line, first_column + static_cast<int>(text.size()), 1};
    }
    // The End token is just behind the last token, where a missing token should be.
    if (!tokens.empty() && tokens.back().place.line == end.line) {
        Place const& last = tokens.back().place;
        end.column = last.column + last.length;
    }
    tokens.push_back({Token::Kind::End, {}, end});
    return tokens;
}

} // namespace tessera::notation
