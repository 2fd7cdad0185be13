// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an expression that gives a number for each element of an array, for `work` and `where` of a phase.
#pragma once

#include "libcore/base/index.hpp"

#include <span>
#include <string>
#include <vector>

namespace tessera {

/// An expression such as 5*n*log2(n), min(i,j)-1 or j <= i, in double precision; a comparison is 1 or 0. Its terms are in postfix
/// order. Without terms its value is 0.
struct WorkExpression {
    enum class Op {
        Number,
        Subscript, ///< an index of the element, in the array's own bounds
        Add,
        Subtract,
        Multiply,
        Divide,
        Power,
        Negate,
        Minimum,
        Maximum,
        Modulo,
        Absolute,
        SquareRoot,
        Log2,
        NaturalLog,
        Less,
        LessOrEqual,
        Equal
    };
    struct Term {
        Op op = Op::Number;
        double number = 0; ///< for Number
        int index = 0;     ///< for Subscript: the dimension
        friend bool operator==(Term const&, Term const&) = default;
    };
    std::vector<Term> terms;

    [[nodiscard]] static WorkExpression number(double value) { return {{{Op::Number, value, 0}}}; }
    [[nodiscard]] static WorkExpression of_index(int dim) { return {{{Op::Subscript, 0, dim}}}; }

    /// Returns the value for one element. `indices`: one per dimension, in the array's own bounds. The value may be infinite or
    /// NaN.
    [[nodiscard]] double at(std::span<Index const> indices) const;
    [[nodiscard]] bool depends_on(int dim) const;

    friend bool operator==(WorkExpression const&, WorkExpression const&) = default;
};

/// Returns the number of operands of a term: 0, 1 or 2.
[[nodiscard]] int operands_of(WorkExpression::Op op);

/// Returns the text, such as "2*(min(i,j)-1)", with only the parentheses that are needed to read it back. `names`: names of the
/// indices, one per dimension.
[[nodiscard]] std::string text_of(WorkExpression const& expression, std::span<std::string const> names);

} // namespace tessera
