// SPDX-License-Identifier: BSD-3-Clause
// Tessera: recursive-descent parser for the expressions of `work` and `where`.
#include "libcore/spec/detail/work_expressions.hpp"

#include "libcore/base/suggest.hpp"
#include "libcore/spec/words.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <string>
#include <system_error>
#include <utility>

namespace tessera::notation {

namespace {

using Op = WorkExpression::Op;

constexpr int max_work_nesting = 64;

struct WorkFunction {
    std::string_view name;
    Op op;
};
constexpr std::array<WorkFunction, 7> work_functions = {{{"abs", Op::Absolute},
                                                         {"log", Op::NaturalLog},
                                                         {"log2", Op::Log2},
                                                         {"max", Op::Maximum},
                                                         {"min", Op::Minimum},
                                                         {"mod", Op::Modulo},
                                                         {"sqrt", Op::SquareRoot}}};

class WorkParser {
  public:
    WorkParser(Cursor& cursor, Constants const& constants, std::span<Name const> indices)
        : cursor_(cursor), constants_(constants), indices_(indices) {}

    WorkExpression sum() {
        bool const negative = cursor_.at("-");
        if (negative || cursor_.at("+")) cursor_.take();
        WorkExpression value = product();
        if (negative) add(value, Op::Negate);
        while (cursor_.at("+") || cursor_.at("-")) {
            Op const op = cursor_.take().is("+") ? Op::Add : Op::Subtract;
            join(value, product(), op);
        }
        return value;
    }

  private:
    WorkExpression product() {
        WorkExpression value = power();
        while (cursor_.at("*") || cursor_.at("/")) {
            Op const op = cursor_.take().is("*") ? Op::Multiply : Op::Divide;
            join(value, power(), op);
        }
        return value;
    }

    WorkExpression power() {
        WorkExpression value = primary();
        if (!cursor_.accept("**")) return value;
        // Counts two levels of nesting, because the written text has parentheses around a signed exponent.
        join(value, nested([&] { return nested([&] { return signed_power(); }); }), Op::Power);
        return value;
    }

    WorkExpression signed_power() {
        bool const negative = cursor_.accept("-");
        WorkExpression value = power();
        if (negative) add(value, Op::Negate);
        return value;
    }

    WorkExpression primary() {
        Token const token = cursor_.peek();
        if (token.kind == Token::Kind::Integer || (token.is(".") && cursor_.peek(1).kind == Token::Kind::Integer)) return number();
        if (token.kind == Token::Kind::Name && cursor_.peek(1).is("(")) return call(cursor_.take());
        if (token.kind == Token::Kind::Name) return name(cursor_.take());
        if (!cursor_.accept("(")) {
            cursor_.fail_expected("a number, a named constant or an index");
            return {};
        }
        WorkExpression const value = nested([&] { return sum(); });
        cursor_.expect(")", "to close the expression");
        return value;
    }

    template <class Rule>
    WorkExpression nested(Rule rule) {
        if (nesting_ >= max_work_nesting) {
            cursor_.fail(cursor_.peek().place, "too many parentheses");
            return {};
        }
        ++nesting_;
        WorkExpression value = rule();
        --nesting_;
        return value;
    }

    /// Parses digits, a point, digits, and an exponent as in 1.5e-6, all without blanks.
    WorkExpression number() {
        Place const first = cursor_.peek().place;
        std::string text;
        while (continues(text)) text += std::string(cursor_.take().text);
        double value = 0;
        auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || end != text.data() + text.size())
            cursor_.fail(cursor_.since(first), fmt::format("'{}' is not a number that can be used here", text));
        return WorkExpression::number(value);
    }

    /// Returns whether the next token continues the number read so far.
    bool continues(std::string const& text) {
        Token const& token = cursor_.peek();
        if (text.empty()) return true;
        Place const& before = cursor_.last_place();
        if (token.place.line != before.line || token.place.column != before.column + before.length) return false;
        bool const exponent = text.find_first_of("eE") != std::string::npos;
        char const last = text.back();
        if (token.kind == Token::Kind::Integer) return last == '.' || to_lower(last) == 'e' || last == '-' || last == '+';
        if (token.is(".")) return text.find('.') == std::string::npos && !exponent;
        if (token.is("-") || token.is("+")) return to_lower(last) == 'e';
        return token.kind == Token::Kind::Name && !exponent && is_exponent(token.text);
    }

    /// Returns whether the word is "e6", or "e" before a sign.
    bool is_exponent(std::string_view word) {
        if (to_lower(word.front()) != 'e') return false;
        for (char const c : word.substr(1))
            if (!is_digit(c)) return false;
        return word.size() > 1 || cursor_.peek(1).is("-") || cursor_.peek(1).is("+");
    }

    WorkExpression call(Token const& token) {
        WorkFunction const* function = nullptr;
        for (WorkFunction const& each : work_functions)
            if (same_word(each.name, token.text)) function = &each;
        if (function == nullptr) return unknown_function(token);
        cursor_.take();
        WorkExpression value = nested([&] { return sum(); });
        if (operands_of(function->op) == 2) {
            bool const any = function->op != Op::Modulo; // max and min take any number of operands
            cursor_.expect(",", fmt::format("and the second operand of {}", function->name));
            do join(value, nested([&] { return sum(); }), function->op);
            while (any && cursor_.accept(","));
        } else {
            add(value, function->op);
        }
        cursor_.expect(")", fmt::format("to close {}", function->name));
        return value;
    }

    WorkExpression unknown_function(Token const& token) {
        std::vector<std::string> names;
        for (WorkFunction const& each : work_functions) names.emplace_back(each.name);
        fail_unknown(cursor_, {std::string(token.text), token.place}, "is not a function", names);
        return {};
    }

    WorkExpression name(Token const& token) {
        for (std::size_t i = 0; i < indices_.size(); ++i)
            if (same_word(indices_[i].text, token.text)) return WorkExpression::of_index(static_cast<int>(i));
        auto const found = constants_.find(lower(token.text));
        if (found != constants_.end() && found->second) return constant(static_cast<double>(*found->second));
        std::string const what =
            found != constants_.end() ? "is not an integer constant" : "is neither an index nor a named constant";
        auto const known = names_known();
        std::string hint = suggestion(token.text, known);
        if (hint.empty() && indices_.empty()) hint = "; to name the indices of an element, write on A(i,j)";
        cursor_.fail(token.place, fmt::format("'{}' {}{}", token.text, what, hint), near_names(token.text, known));
        return {};
    }

    /// Represents a negative constant as it is written: a sign and a number.
    static WorkExpression constant(double value) {
        WorkExpression number = WorkExpression::number(std::abs(value));
        if (value < 0) add(number, Op::Negate);
        return number;
    }

    [[nodiscard]] std::vector<std::string> names_known() const {
        std::vector<std::string> known;
        for (auto const& [constant, value] : constants_)
            if (constant != job_size_constant) known.push_back(constant);
        for (Name const& index : indices_) known.push_back(index.text);
        return known;
    }

    static void add(WorkExpression& value, Op op) { value.terms.push_back({op, 0, 0}); }
    static void join(WorkExpression& value, WorkExpression const& other, Op op) {
        value.terms.insert(value.terms.end(), other.terms.begin(), other.terms.end());
        add(value, op);
    }

    Cursor& cursor_;
    Constants const& constants_;
    std::span<Name const> indices_;
    int nesting_ = 0;
};

WorkExpression compared(WorkExpression left, WorkExpression const& right, Op op) {
    left.terms.insert(left.terms.end(), right.terms.begin(), right.terms.end());
    left.terms.push_back({op, 0, 0});
    return left;
}

} // namespace

WorkExpression work_expression(Cursor& cursor, Constants const& constants, std::span<Name const> indices) {
    return WorkParser(cursor, constants, indices).sum();
}

std::vector<WorkExpression> work_conditions(Cursor& cursor, Constants const& constants, std::span<Name const> indices) {
    std::vector<WorkExpression> conditions;
    WorkExpression left = work_expression(cursor, constants, indices);
    while (cursor.at("<") || cursor.at(">") || cursor.at("=")) {
        bool const down = cursor.at(">");
        bool const equal = cursor.take().is("=");
        bool const with_equal = cursor.accept("=") && !equal;
        WorkExpression right = work_expression(cursor, constants, indices);
        Op const op = equal ? Op::Equal : with_equal ? Op::LessOrEqual : Op::Less;
        conditions.push_back(down ? compared(right, left, op) : compared(left, right, op));
        left = std::move(right);
    }
    if (conditions.empty()) cursor.fail_expected("<=, <, >=, > or == and the other side of the condition");
    return conditions;
}

} // namespace tessera::notation
