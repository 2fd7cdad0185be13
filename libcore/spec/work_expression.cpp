// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an expression that gives a number for each element of an array, for `work` and `where` of a phase.
#include "libcore/spec/work_expression.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace tessera {
namespace {

using Op = WorkExpression::Op;

double combined(Op op, double a, double b) {
    switch (op) {
    case Op::Add:
        return a + b;
    case Op::Subtract:
        return a - b;
    case Op::Multiply:
        return a * b;
    case Op::Divide:
        return a / b;
    case Op::Power:
        return std::pow(a, b);
    case Op::Minimum:
        return std::min(a, b);
    case Op::Maximum:
        return std::max(a, b);
    case Op::Modulo:
        return std::fmod(a, b);
    case Op::Less:
        return a < b ? 1 : 0;
    case Op::LessOrEqual:
        return a <= b ? 1 : 0;
    case Op::Equal:
        return a == b ? 1 : 0;
    default:
        return 0;
    }
}

double applied(Op op, double a) {
    switch (op) {
    case Op::Negate:
        return -a;
    case Op::Absolute:
        return std::abs(a);
    case Op::SquareRoot:
        return std::sqrt(a);
    case Op::Log2:
        return std::log2(a);
    case Op::NaturalLog:
        return std::log(a);
    default:
        return 0;
    }
}

/// Precedence, ascending. A part of lower precedence needs parentheses.
enum Binding { Comparison, Sum, Product, Exponent, Closed };

struct WorkText {
    std::string text;
    Binding binding = Closed;

    [[nodiscard]] std::string within(Binding least) const { return binding < least ? "(" + text + ")" : text; }
};

/// Returns integers without decimals, other numbers with all digits.
std::string number_text(double value) {
    return value == std::floor(value) && value < 1e15 ? fmt::format("{:.0f}", value) : fmt::format("{}", value);
}

WorkText infix(WorkText const& a, char const* sign, WorkText const& b, Binding binding) {
    auto const tighter = static_cast<Binding>(binding + 1);
    bool const right = binding == Exponent; // a**b**c is a**(b**c)
    return {a.within(right ? tighter : binding) + sign + b.within(right ? binding : tighter), binding};
}

WorkText call(char const* name, WorkText const& a) {
    return {fmt::format("{}({})", name, a.text), Closed};
}

WorkText call(char const* name, WorkText const& a, WorkText const& b) {
    return {fmt::format("{}({},{})", name, a.text, b.text), Closed};
}

WorkText combined_text(Op op, WorkText const& a, WorkText const& b) {
    switch (op) {
    case Op::Add:
        return infix(a, "+", b, Sum);
    case Op::Subtract:
        return infix(a, "-", b, Sum);
    case Op::Multiply:
        return infix(a, "*", b, Product);
    case Op::Divide:
        return infix(a, "/", b, Product);
    case Op::Power:
        return infix(a, "**", b, Exponent);
    case Op::Minimum:
        return call("min", a, b);
    case Op::Maximum:
        return call("max", a, b);
    case Op::Modulo:
        return call("mod", a, b);
    case Op::Less:
        return infix(a, " < ", b, Comparison);
    case Op::LessOrEqual:
        return infix(a, " <= ", b, Comparison);
    default:
        return infix(a, " == ", b, Comparison);
    }
}

WorkText applied_text(Op op, WorkText const& a) {
    switch (op) {
    case Op::Negate:
        return {"-" + a.within(Product), Sum};
    case Op::Absolute:
        return call("abs", a);
    case Op::SquareRoot:
        return call("sqrt", a);
    case Op::Log2:
        return call("log2", a);
    default:
        return call("log", a);
    }
}

} // namespace

int operands_of(Op op) {
    switch (op) {
    case Op::Number:
    case Op::Subscript:
        return 0;
    case Op::Negate:
    case Op::Absolute:
    case Op::SquareRoot:
    case Op::Log2:
    case Op::NaturalLog:
        return 1;
    default:
        return 2;
    }
}

double WorkExpression::at(std::span<Index const> indices) const {
    constexpr std::size_t usual = 32;
    std::array<double, usual> few{};
    std::vector<double> many(terms.size() > usual ? terms.size() : 0);
    double* const stack = many.empty() ? few.data() : many.data();
    std::size_t height = 0;
    for (Term const& term : terms) {
        int const operands = operands_of(term.op);
        if (operands == 0)
            stack[height++] = term.op == Op::Number ? term.number : static_cast<double>(indices[as_size(term.index)]);
        else if (operands == 1)
            stack[height - 1] = applied(term.op, stack[height - 1]);
        else
            stack[height - 2] = combined(term.op, stack[height - 2], stack[height - 1]), --height;
    }
    return height == 0 ? 0 : stack[height - 1];
}

bool WorkExpression::depends_on(int dim) const {
    return std::ranges::any_of(terms, [dim](Term const& term) { return term.op == Op::Subscript && term.index == dim; });
}

std::string text_of(WorkExpression const& expression, std::span<std::string const> names) {
    std::vector<WorkText> stack;
    for (WorkExpression::Term const& term : expression.terms) {
        int const operands = operands_of(term.op);
        if (operands == 0) {
            stack.push_back({term.op == Op::Number ? number_text(term.number) : names[as_size(term.index)], Closed});
        } else if (operands == 1) {
            stack.back() = applied_text(term.op, stack.back());
        } else {
            WorkText const right = std::move(stack.back());
            stack.pop_back();
            stack.back() = combined_text(term.op, stack.back(), right);
        }
    }
    return stack.empty() ? "0" : stack.back().text;
}

} // namespace tessera
