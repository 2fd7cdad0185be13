// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the parser's position in a list of tokens.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/spec/detail/lexer.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::notation {

/// A name the user wrote. Comparisons ignore case. Messages show the spelling of the declaration.
struct Name {
    std::string text;
    Place place;
};

/// Walks over tokens. An error is sticky: Diagnostics keeps it, and the cursor moves to the end and accepts nothing more. So rules
/// need no error handling: their loops end, and their results are dropped with the statement.
class Cursor {
  public:
    /// Precondition: the tokens end with End.
    Cursor(std::vector<Token> tokens, Diagnostics& diagnostics) : tokens_(std::move(tokens)), diagnostics_(&diagnostics) {}

    [[nodiscard]] Token const& peek(std::size_t ahead = 0) const;
    [[nodiscard]] bool at(std::string_view symbol) const { return peek().is(symbol); }
    [[nodiscard]] bool at_word(std::string_view word, std::size_t ahead = 0) const;
    [[nodiscard]] bool at_name(std::size_t ahead = 0) const { return peek(ahead).kind == Token::Kind::Name; }
    [[nodiscard]] bool at_end() const { return peek().kind == Token::Kind::End; }
    /// Returns whether the next tokens are two colons.
    [[nodiscard]] bool at_entities() const { return at(":") && peek(1).is(":"); }

    Token take();
    bool accept(std::string_view symbol);
    bool accept_word(std::string_view word);
    bool accept_entities();
    /// `where` ends the message: "expected `)` after the bounds of A, found `,`".
    Token expect(std::string_view symbol, std::string_view where);
    void expect_word(std::string_view word, std::string_view where);
    Name expect_name(std::string_view what);
    void expect_end(std::string_view where);
    /// Reports "expected <what>, found <the token here>".
    void fail_expected(std::string_view what);
    void fail(Place const& at, std::string message, std::vector<std::string> fixes = {});

    [[nodiscard]] bool failed() const { return diagnostics_->failed(); }
    [[nodiscard]] Diagnostics& diagnostics() { return *diagnostics_; }

    /// Place of the previous token; at the beginning, of the current one.
    [[nodiscard]] Place last_place() const;
    /// Place that covers the tokens from `first` to the previous token.
    [[nodiscard]] Place since(Place const& first) const { return joined(first, last_place()); }

    /// Moves behind the parenthesis that closes the current one (or to the end).
    void skip_parenthesized();
    /// Moves to the next symbol of `stops` outside parentheses (or to the end).
    void skip_to(std::string_view stops);

    /// Runs a rule that may fail and returns its error instead of keeping it. The cursor stays where the rule stopped.
    template <class Rule>
    [[nodiscard]] std::optional<Error> attempt(Rule rule) {
        Diagnostics trial;
        Diagnostics* const outer = diagnostics_;
        if (outer->failed()) return std::nullopt;
        diagnostics_ = &trial;
        rule();
        diagnostics_ = outer;
        return trial.failed() ? std::optional(trial.error()) : std::nullopt;
    }
    [[nodiscard]] std::size_t position() const { return position_; }
    void seek(std::size_t position) { position_ = position; }

  private:
    std::vector<Token> tokens_;
    Diagnostics* diagnostics_;
    std::size_t position_ = 0;
};

/// Reports "'word' is not a clause of phase; did you mean 'reads'?", with the similar name as the fix. If no name is similar, the
/// message lists all names.
void fail_unknown(Cursor& cursor, Name const& word, std::string_view is_no, std::vector<std::string> const& names);

/// Returns "`name`", or "the end of the line".
[[nodiscard]] std::string shown(Token const& token);

} // namespace tessera::notation
