// SPDX-License-Identifier: BSD-3-Clause
// Tessera: building blocks of all grammar rules.
#include "libcore/spec/detail/cursor.hpp"

#include "libcore/base/suggest.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::notation {

std::string shown(Token const& token) {
    switch (token.kind) {
    case Token::Kind::End:
        return "the end of the line";
    case Token::Kind::String:
        return fmt::format("'{}'", token.text);
    case Token::Kind::File:
        return fmt::format("'@{}'", token.text);
    case Token::Kind::Symbol:
        if (token.text.front() < ' ' || token.text.front() > '~') return "a character that is not part of the notation";
        [[fallthrough]];
    default:
        return fmt::format("'{}'", token.text);
    }
}

Token const& Cursor::peek(std::size_t ahead) const {
    if (diagnostics_->failed()) return tokens_.back();
    return tokens_[std::min(position_ + ahead, tokens_.size() - 1)];
}

bool Cursor::at_word(std::string_view word, std::size_t ahead) const {
    Token const& token = peek(ahead);
    return token.kind == Token::Kind::Name && same_word(token.text, word);
}

Token Cursor::take() {
    Token const& token = peek();
    if (token.kind != Token::Kind::End) ++position_;
    return token;
}

bool Cursor::accept(std::string_view symbol) {
    if (!at(symbol)) return false;
    take();
    return true;
}

bool Cursor::accept_word(std::string_view word) {
    if (!at_word(word)) return false;
    take();
    return true;
}

bool Cursor::accept_entities() {
    if (!at_entities()) return false;
    take();
    take();
    return true;
}

Token Cursor::expect(std::string_view symbol, std::string_view where) {
    if (!at(symbol)) fail_expected(fmt::format("'{}' {}", symbol, where));
    return take();
}

void Cursor::expect_word(std::string_view word, std::string_view where) {
    if (!accept_word(word)) fail_expected(fmt::format("'{}' {}", word, where));
}

Name Cursor::expect_name(std::string_view what) {
    if (!at_name()) fail_expected(what);
    Token const token = take();
    return {std::string(token.text), token.place};
}

void Cursor::expect_end(std::string_view where) {
    if (!at_end()) fail_expected(fmt::format("the end of the line {}", where));
}

void Cursor::fail_expected(std::string_view what) {
    fail(peek().place, fmt::format("expected {}, found {}", what, shown(peek())));
}

void Cursor::fail(Place const& at, std::string message, std::vector<std::string> fixes) {
    diagnostics_->fail(at, std::move(message), std::move(fixes));
}

void fail_unknown(Cursor& cursor, Name const& word, std::string_view is_no, std::vector<std::string> const& names) {
    std::string hint = suggestion(word.text, names);
    if (hint.empty()) hint = fmt::format("; expected one of {}", fmt::join(names, ", "));
    cursor.fail(word.place, fmt::format("'{}' {}{}", word.text, is_no, hint), near_names(word.text, names));
}

Place Cursor::last_place() const {
    return tokens_[position_ == 0 ? 0 : position_ - 1].place;
}

void Cursor::skip_parenthesized() {
    int depth = 0;
    while (!at_end()) {
        Token const token = take();
        if (token.is("(") || token.is("[")) ++depth;
        if (token.is(")") || token.is("]")) --depth;
        if (depth <= 0) break;
    }
}

void Cursor::skip_to(std::string_view stops) {
    while (!at_end()) {
        if (at("(") || at("[")) {
            skip_parenthesized();
            continue;
        }
        if (peek().kind == Token::Kind::Symbol && stops.find(peek().text) != std::string_view::npos) break;
        take();
    }
}

} // namespace tessera::notation
