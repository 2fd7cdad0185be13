// SPDX-License-Identifier: BSD-3-Clause
// Tessera: keywords of `!dist$ region`, and its forms and conditions as text.
#include "libcore/spec/region_statement.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera {

namespace {

std::string const& name_in(RegionStatement const& statement, std::size_t name) {
    std::size_t const dummies = statement.dummies.size();
    return name < dummies ? statement.dummies[name] : statement.parameters[name - dummies];
}

/// Returns the positive terms, or the negated negative terms. "0" if there are none.
std::string one_side(AffineForm const& form, RegionStatement const& statement, bool positive) {
    std::string text;
    auto const add = [&](std::string const& term) { text += text.empty() ? term : "+" + term; };
    for (std::size_t i = 0; i < form.coefficients.size(); ++i) {
        Index const factor = positive ? form.coefficients[i] : -form.coefficients[i];
        if (factor > 0) add(factor == 1 ? name_in(statement, i) : fmt::format("{}*{}", factor, name_in(statement, i)));
    }
    Index const rest = positive ? form.constant : -form.constant;
    if (rest > 0) add(fmt::to_string(rest));
    return text.empty() ? "0" : text;
}

} // namespace

std::string_view name_of(RegionAction action) {
    return action == RegionAction::Read ? "read" : "write";
}

std::string_view name_of(RegionApproximation approximation) {
    return approximation == RegionApproximation::Must ? "must" : "may";
}

std::optional<std::size_t> AffineForm::only_name() const {
    auto const nonzero = [](Index coefficient) { return coefficient != 0; };
    if (std::ranges::count_if(coefficients, nonzero) != 1) return std::nullopt;
    return as_size(std::ranges::find_if(coefficients, nonzero) - coefficients.begin());
}

bool AffineForm::is_constant() const {
    return std::ranges::all_of(coefficients, [](Index coefficient) { return coefficient == 0; });
}

bool operator==(AffineForm const& a, AffineForm const& b) {
    std::size_t const names = std::max(a.coefficients.size(), b.coefficients.size());
    for (std::size_t i = 0; i < names; ++i)
        if (a.coefficient(i) != b.coefficient(i)) return false;
    return a.constant == b.constant;
}

bool operator==(RegionStatement const& a, RegionStatement const& b) {
    return a.action == b.action && a.approximation == b.approximation && a.array == b.array && a.subscripts == b.subscripts &&
           a.dummies == b.dummies && a.parameters == b.parameters && a.conditions == b.conditions && a.state_here == b.state_here;
}

std::string text_of(AffineForm const& form, RegionStatement const& statement) {
    std::string text;
    auto const add = [&](Index factor, std::string const& term) {
        if (factor == 0) return;
        std::string const size = factor == 1 || factor == -1 ? term : fmt::format("{}*{}", factor > 0 ? factor : -factor, term);
        text += (factor < 0 ? "-" : text.empty() ? "" : "+") + size;
    };
    for (std::size_t i = 0; i < form.coefficients.size(); ++i) add(form.coefficients[i], name_in(statement, i));
    if (text.empty()) return fmt::to_string(form.constant);
    if (form.constant == 0) return text;
    return fmt::format("{}{:+}", text, form.constant);
}

std::string text_of(RegionCondition const& condition, RegionStatement const& statement) {
    if (condition.kind == RegionCondition::Kind::Multiple)
        return fmt::format("mod({},{}) == 0", text_of(condition.form, statement), condition.modulus);
    // Moves negative terms to the other side: m + 1 - i >= 0 becomes i <= m+1.
    std::string const added = one_side(condition.form, statement, true);
    std::string const taken = one_side(condition.form, statement, false);
    if (condition.kind == RegionCondition::Kind::Zero) return fmt::format("{} == {}", added, taken);
    return fmt::format("{} <= {}", taken, added);
}

} // namespace tessera
