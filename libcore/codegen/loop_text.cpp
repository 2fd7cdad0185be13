// SPDX-License-Identifier: BSD-3-Clause
// Tessera: scanning loops as source text.
#include "libcore/codegen/loop_text.hpp"

#include "libcore/codegen/detail/families.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera {

namespace {

using ExpressionKind = ScanExpression::Kind;

/// Returns the sign of an operation with two operands.
std::string_view sign_of(ExpressionKind kind, bool cpp) {
    switch (kind) {
    case ExpressionKind::Sum:
        return "+";
    case ExpressionKind::Difference:
        return "-";
    case ExpressionKind::Product:
        return "*";
    case ExpressionKind::Equal:
        return "==";
    case ExpressionKind::AtMost:
        return "<=";
    case ExpressionKind::Below:
        return "<";
    case ExpressionKind::And:
        return cpp ? "&&" : ".and.";
    case ExpressionKind::Or:
        return cpp ? "||" : ".or.";
    default:
        return "";
    }
}

/// Returns whether the expression needs no parentheses as an operand.
bool is_atom(ScanExpression const& expression) {
    switch (expression.kind) {
    case ExpressionKind::Constant:
        return expression.value >= 0;
    case ExpressionKind::Name:
    case ExpressionKind::Quotient:
    case ExpressionKind::Remainder:
    case ExpressionKind::Least:
    case ExpressionKind::Greatest:
        return true;
    default:
        return false;
    }
}

class LoopWriter {
  public:
    LoopWriter(std::vector<std::string> const& names, ProgramLanguage language,
               std::function<std::string(std::vector<std::string> const&)> const& visit)
        : names_(names), cpp_(language == ProgramLanguage::Cpp), visit_(visit) {}

    void steps(std::span<ScanStep const> steps, int indent) {
        for (ScanStep const& step : steps) one(step, indent);
    }

    [[nodiscard]] std::string expression(ScanExpression const& e) const {
        auto const part = [&](std::size_t i) {
            std::string written = expression(e.parts[i]);
            bool const two_signs = i > 0 && written.starts_with('-'); // Fortran does not allow two consecutive signs
            bool const plain = is_atom(e.parts[i]) || (e.kind == ExpressionKind::Sum && !two_signs);
            return plain ? written : fmt::format("({})", written);
        };
        switch (e.kind) {
        case ExpressionKind::Constant:
            return detail::number_text(cpp_ ? ProgramLanguage::Cpp : ProgramLanguage::Fortran, e.value);
        case ExpressionKind::Name:
            return names_[as_size(e.value)];
        case ExpressionKind::Negated:
            return fmt::format("-{}", part(0));
        case ExpressionKind::Quotient:
            return fmt::format("floor_div({}, {})", argument(e.parts[0]), argument(e.parts[1]));
        case ExpressionKind::Remainder:
            return fmt::format("modulo({}, {})", argument(e.parts[0]), argument(e.parts[1]));
        case ExpressionKind::Least:
        case ExpressionKind::Greatest:
            return extremum(e);
        case ExpressionKind::Choice:
            return cpp_ ? fmt::format("({} ? {} : {})", part(0), part(1), part(2))
                        : fmt::format("merge({}, {}, {})", argument(e.parts[1]), argument(e.parts[2]), expression(e.parts[0]));
        default:
            return fmt::format("{} {} {}", part(0), sign_of(e.kind, cpp_), part(1));
        }
    }

    std::string text;

  private:
    /// All arguments of a Fortran function must have the same kind.
    [[nodiscard]] std::string argument(ScanExpression const& e) const {
        if (cpp_ || e.kind != ExpressionKind::Constant) return expression(e);
        return fmt::format("{}_long", e.value);
    }

    [[nodiscard]] std::string extremum(ScanExpression const& e) const {
        std::vector<std::string> parts;
        for (ScanExpression const& each : e.parts) parts.push_back(argument(each));
        std::string_view const word = e.kind == ExpressionKind::Least ? "min" : "max";
        if (!cpp_) return fmt::format("{}({})", word, fmt::join(parts, ", "));
        // std::min and std::max need arguments of one type, so it is given.
        return fmt::format("std::{}<long>({{{}}})", word, fmt::join(parts, ", "));
    }

    void line(int indent, std::string const& content) { text += std::string(as_size(indent), ' ') + content + "\n"; }

    void one(ScanStep const& step, int indent) {
        switch (step.kind) {
        case ScanStep::Kind::Visit: {
            std::vector<std::string> point;
            for (ScanExpression const& each : step.point) point.push_back(expression(each));
            return line(indent, visit_(point));
        }
        case ScanStep::Kind::When:
            line(indent, fmt::format("if ({}) {}", expression(step.first), cpp_ ? "{" : "then"));
            steps(step.body, indent + 4);
            if (!step.otherwise.empty()) {
                line(indent, cpp_ ? "} else {" : "else");
                steps(step.otherwise, indent + 4);
            }
            return line(indent, cpp_ ? "}" : "end if");
        case ScanStep::Kind::Loop:
            return loop(step, indent);
        }
    }

    [[nodiscard]] static bool uses(std::span<ScanStep const> steps, Index name) {
        return std::ranges::any_of(steps, [&](ScanStep const& step) {
            auto const mentions = [&](ScanExpression const& each) { return each.mentions(name); };
            return mentions(step.first) || mentions(step.last) || std::ranges::any_of(step.point, mentions) ||
                   uses(step.body, name) || uses(step.otherwise, name);
        });
    }

    void loop(ScanStep const& step, int indent) {
        std::string const& name = names_[as_size(step.variable)];
        std::string const first = expression(step.first);
        if (step.single && !uses(step.body, step.variable)) {
            return steps(step.body, indent); // the value is used directly where it is needed
        } else if (step.single && cpp_) {
            line(indent, fmt::format("if (long const {} = {}; true) {{", name, first));
        } else if (step.single) {
            line(indent, fmt::format("{} = {}", name, first));
            return steps(step.body, indent);
        } else if (cpp_) {
            line(indent, fmt::format("for (long {0} = {1}; {0} <= {2}; {3})", name, first, expression(step.last),
                                     step.step == 1 ? "++" + name : fmt::format("{} += {}", name, step.step)) +
                             " {");
        } else {
            line(indent, fmt::format("do {} = {}, {}{}", name, first, expression(step.last),
                                     step.step == 1 ? "" : fmt::format(", {}", step.step)));
        }
        steps(step.body, indent + 4);
        line(indent, cpp_ ? "}" : "end do");
    }

    std::vector<std::string> const& names_;
    bool cpp_;
    std::function<std::string(std::vector<std::string> const&)> const& visit_;
};

} // namespace

std::string expression_text(ScanExpression const& expression, std::vector<std::string> const& names, ProgramLanguage language) {
    return LoopWriter(names, language, {}).expression(expression);
}

std::string loop_text(ScanLoops const& loops, std::vector<std::string> const& names, ProgramLanguage language, int indent,
                      std::function<std::string(std::vector<std::string> const&)> const& visit) {
    LoopWriter writer(names, language, visit);
    writer.steps(loops.steps(), indent);
    return std::move(writer.text);
}

} // namespace tessera
