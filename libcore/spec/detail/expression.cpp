// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the expression rules, by recursive descent; every step is checked for overflow.
#include "libcore/spec/detail/expression.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/suggest.hpp"
#include "libcore/spec/detail/words.hpp"

#include <charconv>
#include <fmt/format.h>
#include <limits>

namespace tessera::notation {

namespace {

constexpr int max_nesting = 64; // more parentheses than anybody writes, few enough for the stack

std::optional<Index> power(Index base, Index exponent) {
    if (exponent < 0) return base == 1 ? 1 : base == -1 ? (exponent % 2 == 0 ? 1 : -1) : 0; // as Fortran's integers
    if (base == 0 || base == 1) return exponent == 0 ? 1 : base;
    if (base == -1) return exponent % 2 == 0 ? 1 : -1;
    std::optional<Index> result = 1;
    for (Index i = 0; i < exponent && result; ++i) result = checked_mul(*result, base); // at most 63 steps before it overflows
    return result;
}

class ExpressionParser {
  public:
    ExpressionParser(Cursor& cursor, Constants const& constants, std::span<Name const> dummies)
        : cursor_(cursor), constants_(constants), dummies_(dummies) {}

    LinearForm sum() {
        Place const first = cursor_.peek().place;
        bool const negative = cursor_.at("-");
        if (negative || cursor_.at("+")) cursor_.take();
        LinearForm value = product();
        if (negative) value = scaled(value, -1, first);
        while (cursor_.at("+") || cursor_.at("-")) {
            Token const sign = cursor_.take();
            LinearForm term = product();
            if (sign.is("-")) term = scaled(term, -1, sign.place);
            value = added(value, term, first);
        }
        return value;
    }

  private:
    LinearForm product() {
        Place const first = cursor_.peek().place;
        LinearForm value = factor();
        while (cursor_.at("*") || cursor_.at("/")) {
            // `(/ ... /)` ends with a slash and a parenthesis: that slash is not ours.
            if (cursor_.at("/") && cursor_.peek(1).is(")")) break;
            Token const sign = cursor_.take();
            LinearForm const other = factor();
            value = sign.is("*") ? multiplied(value, other, first) : divided(value, other, first);
        }
        return value;
    }

    LinearForm factor() {
        Place const first = cursor_.peek().place;
        LinearForm const base = primary();
        if (!cursor_.accept("**")) return base;
        LinearForm const exponent = nested([&] { return signed_factor(); });
        if (base.dummy || exponent.dummy) return failed(cursor_.since(first), "a dummy must not be raised to a power");
        if (base.offset == 0 && exponent.offset < 0) return failed(cursor_.since(first), "zero to a negative power");
        return constant(power(base.offset, exponent.offset), first);
    }

    LinearForm signed_factor() {
        Place const first = cursor_.peek().place;
        if (!cursor_.accept("-")) return factor();
        return scaled(factor(), -1, first);
    }

    LinearForm primary() {
        Token const token = cursor_.peek();
        if (token.kind == Token::Kind::Integer) return number(cursor_.take());
        if (token.kind == Token::Kind::Name) return name(cursor_.take());
        if (!cursor_.accept("(")) {
            cursor_.fail_expected(dummies_.empty() ? "an integer" : "an integer or a dummy");
            return {};
        }
        LinearForm const value = nested([&] { return sum(); });
        cursor_.expect(")", "to close the expression");
        return value;
    }

    template <class Rule>
    LinearForm nested(Rule rule) {
        if (nesting_ >= max_nesting) return failed(cursor_.peek().place, "too many parentheses");
        ++nesting_;
        LinearForm const value = rule();
        --nesting_;
        return value;
    }

    LinearForm number(Token const& token) {
        Index value = 0;
        auto const [end, error] = std::from_chars(token.text.data(), token.text.data() + token.text.size(), value);
        if (error != std::errc()) return failed(token.place, "the number does not fit 64 bits");
        return {std::nullopt, 0, value};
    }

    LinearForm name(Token const& token) {
        for (std::size_t i = 0; i < dummies_.size(); ++i)
            if (same_word(dummies_[i].text, token.text)) return {i, 1, 0};
        if (same_word(token.text, "number_of_processors")) return job_size(token);
        auto const found = constants_.find(lower(token.text));
        if (found != constants_.end() && found->second) return {std::nullopt, 0, *found->second};
        if (found != constants_.end()) return failed(token.place, fmt::format("'{}' is not an integer constant", token.text));
        return failed(token.place, unknown(token.text));
    }

    /// HPF's inquiry for the size of the machine, which is the size of the job here.
    LinearForm job_size(Token const& token) {
        cursor_.expect("(", "after number_of_processors");
        cursor_.expect(")", "after number_of_processors(");
        auto const found = constants_.find(job_size_constant);
        if (found == constants_.end())
            return failed(cursor_.since(token.place), "number_of_processors() is not known; give the number of ranks with --ranks");
        return {std::nullopt, 0, found->second.value_or(0)};
    }

    std::string unknown(std::string_view word) const {
        std::vector<std::string> known;
        for (auto const& [constant, value] : constants_) known.push_back(constant);
        for (Name const& dummy : dummies_) known.push_back(dummy.text);
        std::string const hint = suggestion(word, known);
        if (!hint.empty()) return fmt::format("'{}' is not known here{}", word, hint);
        if (!dummies_.empty()) return fmt::format("'{}' is neither a dummy nor a named constant", word);
        return fmt::format("'{}' has no value here; expected an integer or a named constant (integer, parameter :: {} = 8)", word,
                           word);
    }

    LinearForm added(LinearForm const& a, LinearForm const& b, Place const& first) {
        if (a.dummy && b.dummy && *a.dummy != *b.dummy)
            return failed(cursor_.since(first),
                          fmt::format("skewed subscript: '{}' and '{}' in one subscript; HPF allows one dummy each",
                                      dummies_[*a.dummy].text, dummies_[*b.dummy].text));
        auto const stride = checked_add(a.stride, b.stride);
        auto const offset = checked_add(a.offset, b.offset);
        if (!stride || !offset) return overflow(first);
        return {a.dummy ? a.dummy : b.dummy, *stride, *offset};
    }

    LinearForm scaled(LinearForm const& a, Index scale, Place const& first) {
        auto const stride = checked_mul(a.stride, scale);
        auto const offset = checked_mul(a.offset, scale);
        if (!stride || !offset) return overflow(first);
        return {a.dummy, *stride, *offset};
    }

    LinearForm multiplied(LinearForm const& a, LinearForm const& b, Place const& first) {
        if (a.dummy && b.dummy) return failed(cursor_.since(first), "a subscript must be linear in its dummy");
        return b.dummy ? scaled(b, a.offset, first) : scaled(a, b.offset, first);
    }

    LinearForm divided(LinearForm const& a, LinearForm const& b, Place const& first) {
        if (a.dummy || b.dummy) return failed(cursor_.since(first), "a dummy must not be divided");
        if (b.offset == 0) return failed(cursor_.since(first), "division by zero");
        if (a.offset == std::numeric_limits<Index>::min() && b.offset == -1) return overflow(first);
        return {std::nullopt, 0, a.offset / b.offset};
    }

    LinearForm constant(std::optional<Index> value, Place const& first) {
        return value ? LinearForm{std::nullopt, 0, *value} : overflow(first);
    }

    LinearForm overflow(Place const& first) { return failed(cursor_.since(first), "the value does not fit 64 bits"); }

    LinearForm failed(Place const& at, std::string message) {
        cursor_.fail(at, std::move(message));
        return {};
    }

    Cursor& cursor_;
    Constants const& constants_;
    std::span<Name const> dummies_;
    int nesting_ = 0;
};

} // namespace

Index constant_expression(Cursor& cursor, Constants const& constants) {
    return ExpressionParser(cursor, constants, {}).sum().offset;
}

LinearForm linear_expression(Cursor& cursor, Constants const& constants, std::span<Name const> dummies) {
    LinearForm value = ExpressionParser(cursor, constants, dummies).sum();
    if (value.dummy && value.stride == 0) value.dummy.reset(); // i - i, 0*i
    return value;
}

} // namespace tessera::notation
