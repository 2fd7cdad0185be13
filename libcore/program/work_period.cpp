// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the periods of an expression in its indices.
#include "libcore/program/work_period.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace tessera {
namespace {

using Op = WorkExpression::Op;

constexpr double most_exact = 1e15; // whole numbers below this are exact

/// The known properties of a part of an expression.
struct Part {
    bool linear = true; ///< it is a constant plus multiples of indices
    double constant = 0;
    std::vector<double> factors; ///< indexed by index
    std::vector<Index> periods;

    [[nodiscard]] bool is_constant() const {
        return linear && std::ranges::all_of(factors, [](double factor) { return factor == 0; });
    }
};

bool is_whole(double number) {
    return std::floor(number) == number && std::abs(number) < most_exact;
}

void set_periods(Part& part) {
    for (std::size_t d = 0; d < part.factors.size(); ++d) part.periods[d] = part.factors[d] == 0 ? 1 : 0;
}

/// Returns whether the part is a whole number everywhere, and never negative.
bool counts(Part const& part, ArraySpec const& array) {
    double least = part.constant;
    bool whole = is_whole(part.constant);
    for (std::size_t d = 0; d < part.factors.size(); ++d) {
        double const factor = part.factors[d];
        auto const first = static_cast<double>(array.lower[d]);
        double const last = first + static_cast<double>(array.extents[d] - 1);
        least += factor > 0 ? factor * first : factor * last;
        whole = whole && is_whole(factor) && std::abs(factor * last) < most_exact;
    }
    return whole && least >= 0;
}

Part scaled(Part part, double factor) {
    part.constant *= factor;
    for (double& each : part.factors) each *= factor;
    set_periods(part);
    return part;
}

Part sum_of(Part a, Part const& b, double sign) {
    a.constant += sign * b.constant;
    for (std::size_t d = 0; d < a.factors.size(); ++d) a.factors[d] += sign * b.factors[d];
    set_periods(a);
    return a;
}

/// Combines two parts. The result repeats where both repeat.
Part joined(Part a, Part const& b) {
    a.linear = false;
    for (std::size_t d = 0; d < a.periods.size(); ++d)
        a.periods[d] = a.periods[d] == 0 || b.periods[d] == 0 ? 0 : std::lcm(a.periods[d], b.periods[d]);
    return a;
}

Part remainder_of(Part const& a, Part const& b, ArraySpec const& array) {
    Part part = joined(a, b);
    if (!a.linear || !b.is_constant() || !is_whole(b.constant) || b.constant < 1 || b.constant > 1e6 || !counts(a, array))
        return part;
    auto const modulus = static_cast<Index>(b.constant);
    for (std::size_t d = 0; d < part.periods.size(); ++d)
        part.periods[d] = modulus / std::gcd(modulus, static_cast<Index>(a.factors[d]));
    return part;
}

Part combined(Op op, Part const& a, Part const& b, ArraySpec const& array) {
    bool const linear = a.linear && b.linear;
    if (op == Op::Add && linear) return sum_of(a, b, 1);
    if (op == Op::Subtract && linear) return sum_of(a, b, -1);
    if (op == Op::Multiply && linear && a.is_constant()) return scaled(b, a.constant);
    if (op == Op::Multiply && linear && b.is_constant()) return scaled(a, b.constant);
    if (op == Op::Modulo) return remainder_of(a, b, array);
    return joined(a, b);
}

} // namespace

std::vector<Index> periods_of(WorkExpression const& expression, ArraySpec const& array) {
    auto const dims = as_size(array.dims());
    Part const nothing{true, 0, std::vector<double>(dims, 0), std::vector<Index>(dims, 1)};
    std::vector<Part> stack;
    for (WorkExpression::Term const& term : expression.terms) {
        if (term.op == Op::Number || term.op == Op::Subscript) {
            Part part = nothing;
            if (term.op == Op::Number) part.constant = term.number;
            if (term.op == Op::Subscript) part.factors[as_size(term.index)] = 1;
            set_periods(part);
            stack.push_back(std::move(part));
        } else if (operands_of(term.op) == 1) {
            stack.back() = term.op == Op::Negate && stack.back().linear ? scaled(stack.back(), -1) : joined(stack.back(), nothing);
        } else {
            Part const second = std::move(stack.back());
            stack.pop_back();
            stack.back() = combined(term.op, stack.back(), second, array);
        }
    }
    return stack.empty() ? nothing.periods : stack.back().periods;
}

} // namespace tessera
