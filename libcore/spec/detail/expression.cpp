// SPDX-License-Identifier: BSD-3-Clause
// Tessera: recursive-descent parser for expressions; every step is checked for overflow.
#include "libcore/spec/detail/expression.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/suggest.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <limits>

namespace tessera::notation {

namespace {

constexpr int max_nesting = 64; // deeper than any real expression, yet safe for the stack

std::optional<Index> power(Index base, Index exponent) {
    // Fortran's integer rule
    if (exponent < 0) return base == 1 ? 1 : base == -1 ? (exponent % 2 == 0 ? 1 : -1) : 0;
    if (base == 0 || base == 1) return exponent == 0 ? 1 : base;
    if (base == -1) return exponent % 2 == 0 ? 1 : -1;
    std::optional<Index> result = 1;
    for (Index i = 0; i < exponent && result; ++i) result = checked_mul(*result, base); // overflows after at most 63 steps
    return result;
}

class ExpressionParser {
  public:
    enum class Names { One, Any }; // in one expression
    ExpressionParser(Cursor& cursor, Constants const& constants, std::span<Name const> dummies, Names names)
        : cursor_(cursor), constants_(constants), dummies_(dummies), names_(names) {}

    AffineForm sum() {
        Place const first = cursor_.peek().place;
        bool const negative = cursor_.at("-");
        if (negative || cursor_.at("+")) cursor_.take();
        AffineForm value = product();
        if (negative) value = scaled(value, -1, first);
        while (cursor_.at("+") || cursor_.at("-")) {
            Token const sign = cursor_.take();
            AffineForm term = product();
            if (sign.is("-")) term = scaled(term, -1, sign.place);
            value = added(value, term, first);
        }
        return value;
    }

  private:
    AffineForm product() {
        Place const first = cursor_.peek().place;
        AffineForm value = factor();
        while (cursor_.at("*") || cursor_.at("/")) {
            // `(/ ... /)` ends with a slash and a parenthesis. That slash is not a division.
            if (cursor_.at("/") && cursor_.peek(1).is(")")) break;
            Token const sign = cursor_.take();
            AffineForm const other = factor();
            value = sign.is("*") ? multiplied(value, other, first) : divided(value, other, first);
        }
        return value;
    }

    AffineForm factor() {
        Place const first = cursor_.peek().place;
        AffineForm const base = primary();
        if (!cursor_.accept("**")) return base;
        AffineForm const exponent = nested([&] { return signed_factor(); });
        if (!base.is_constant() || !exponent.is_constant())
            return failed(cursor_.since(first), "a dummy must not be raised to a power");
        if (base.constant == 0 && exponent.constant < 0) return failed(cursor_.since(first), "zero to a negative power");
        return constant(power(base.constant, exponent.constant), first);
    }

    AffineForm signed_factor() {
        Place const first = cursor_.peek().place;
        if (!cursor_.accept("-")) return factor();
        return scaled(factor(), -1, first);
    }

    AffineForm primary() {
        Token const token = cursor_.peek();
        if (token.kind == Token::Kind::Integer) return number(cursor_.take());
        if (token.kind == Token::Kind::Name) return name(cursor_.take());
        if (!cursor_.accept("(")) {
            cursor_.fail_expected(dummies_.empty() ? "an integer" : "an integer or a dummy");
            return {};
        }
        AffineForm const value = nested([&] { return sum(); });
        cursor_.expect(")", "to close the expression");
        return value;
    }

    template <class Rule>
    AffineForm nested(Rule rule) {
        if (nesting_ >= max_nesting) return failed(cursor_.peek().place, "too many parentheses");
        ++nesting_;
        AffineForm const value = rule();
        --nesting_;
        return value;
    }

    AffineForm number(Token const& token) {
        Index value = 0;
        auto const [end, error] = std::from_chars(token.text.data(), token.text.data() + token.text.size(), value);
        if (error != std::errc()) return failed(token.place, "the number does not fit 64 bits");
        return {{}, value};
    }

    AffineForm name(Token const& token) {
        for (std::size_t i = 0; i < dummies_.size(); ++i)
            if (same_word(dummies_[i].text, token.text)) return single(i);
        if (same_word(token.text, "number_of_processors")) return job_size(token);
        auto const found = constants_.find(lower(token.text));
        if (found != constants_.end() && found->second) return {{}, *found->second};
        if (found != constants_.end()) return failed(token.place, fmt::format("'{}' is not an integer constant", token.text));
        return unknown(token);
    }

    /// HPF's inquiry for the size of the machine. Here it is the size of the job.
    AffineForm job_size(Token const& token) {
        cursor_.expect("(", "after number_of_processors");
        cursor_.expect(")", "after number_of_processors(");
        auto const found = constants_.find(job_size_constant);
        if (found == constants_.end())
            return failed(cursor_.since(token.place), "number_of_processors() is not known; give the number of ranks with --ranks");
        return {{}, found->second.value_or(0)};
    }

    AffineForm unknown(Token const& token) {
        std::vector<std::string> known;
        for (auto const& [constant, value] : constants_) known.push_back(constant);
        for (Name const& dummy : dummies_) known.push_back(dummy.text);
        std::string const hint = suggestion(token.text, known);
        if (hint.empty()) return failed(token.place, what_is_no_name(token.text));
        cursor_.fail(token.place, fmt::format("'{}' is not known here{}", token.text, hint), near_names(token.text, known));
        return {};
    }

    [[nodiscard]] std::string what_is_no_name(std::string_view word) const {
        if (names_ == Names::Any)
            return fmt::format("'{0}' is not a subscript, parameter or named constant; name parameters first: for({0}: ...)", word);
        if (!dummies_.empty()) return fmt::format("'{}' is neither a dummy nor a named constant", word);
        return fmt::format("'{}' has no value here; expected an integer or a named constant (integer, parameter :: {} = 8)", word,
                           word);
    }

    static AffineForm single(std::size_t name) {
        AffineForm form;
        form.coefficients.assign(name + 1, 0);
        form.coefficients[name] = 1;
        return form;
    }

    AffineForm added(AffineForm const& a, AffineForm const& b, Place const& first) {
        if (names_ == Names::One && a.only_name() && b.only_name() && a.only_name() != b.only_name())
            return failed(cursor_.since(first),
                          fmt::format("skewed subscript: '{}' and '{}' in one subscript; HPF allows one dummy each",
                                      dummies_[*a.only_name()].text, dummies_[*b.only_name()].text));
        AffineForm sum;
        sum.coefficients.resize(std::max(a.coefficients.size(), b.coefficients.size()));
        for (std::size_t i = 0; i < sum.coefficients.size(); ++i) {
            auto const coefficient = checked_add(a.coefficient(i), b.coefficient(i));
            if (!coefficient) return overflow(first);
            sum.coefficients[i] = *coefficient;
        }
        auto const whole = checked_add(a.constant, b.constant);
        if (!whole) return overflow(first);
        sum.constant = *whole;
        return sum;
    }

    AffineForm scaled(AffineForm form, Index scale, Place const& first) {
        for (Index& coefficient : form.coefficients) {
            auto const product = checked_mul(coefficient, scale);
            if (!product) return overflow(first);
            coefficient = *product;
        }
        auto const whole = checked_mul(form.constant, scale);
        if (!whole) return overflow(first);
        form.constant = *whole;
        return form;
    }

    AffineForm multiplied(AffineForm const& a, AffineForm const& b, Place const& first) {
        if (!a.is_constant() && !b.is_constant())
            return failed(cursor_.since(first), names_ == Names::One
                                                    ? "a subscript must be linear in its dummy"
                                                    : "this is not affine: expected a sum of names times constants");
        return b.is_constant() ? scaled(a, b.constant, first) : scaled(b, a.constant, first);
    }

    AffineForm divided(AffineForm const& a, AffineForm const& b, Place const& first) {
        if (!a.is_constant() || !b.is_constant()) return failed(cursor_.since(first), "a dummy must not be divided");
        if (b.constant == 0) return failed(cursor_.since(first), "division by zero");
        if (a.constant == std::numeric_limits<Index>::min() && b.constant == -1) return overflow(first);
        return {{}, a.constant / b.constant};
    }

    AffineForm constant(std::optional<Index> value, Place const& first) { return value ? AffineForm{{}, *value} : overflow(first); }

    AffineForm overflow(Place const& first) { return failed(cursor_.since(first), "the value does not fit 64 bits"); }

    AffineForm failed(Place const& at, std::string message) {
        cursor_.fail(at, std::move(message));
        return {};
    }

    Cursor& cursor_;
    Constants const& constants_;
    std::span<Name const> dummies_;
    Names names_;
    int nesting_ = 0;
};

} // namespace

Index constant_expression(Cursor& cursor, Constants const& constants) {
    return ExpressionParser(cursor, constants, {}, ExpressionParser::Names::One).sum().constant;
}

LinearForm linear_expression(Cursor& cursor, Constants const& constants, std::span<Name const> dummies) {
    AffineForm const form = ExpressionParser(cursor, constants, dummies, ExpressionParser::Names::One).sum();
    auto const dummy = form.only_name(); // nothing for i - i, 0*i
    return {dummy, dummy ? form.coefficient(*dummy) : 0, form.constant};
}

AffineForm affine_expression(Cursor& cursor, Constants const& constants, std::span<Name const> names) {
    return ExpressionParser(cursor, constants, names, ExpressionParser::Names::Any).sum();
}

} // namespace tessera::notation
