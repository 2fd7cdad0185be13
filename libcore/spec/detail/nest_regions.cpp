// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the elements of an array that a statement inside loops accesses, as a region.
#include "libcore/spec/detail/nest_regions.hpp"

#include "libcore/spec/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera::notation {

namespace {

AffineForm minus(AffineForm const& a, AffineForm const& b) {
    AffineForm form;
    form.coefficients.resize(std::max(a.coefficients.size(), b.coefficients.size()));
    for (std::size_t i = 0; i < form.coefficients.size(); ++i) form.coefficients[i] = a.coefficient(i) - b.coefficient(i);
    form.constant = a.constant - b.constant;
    return form;
}

AffineForm of_name(std::size_t name) {
    AffineForm form;
    form.coefficients.assign(name + 1, 0);
    form.coefficients[name] = 1;
    return form;
}

/// Builds the statement with the nest's numbering of names. At the end the names are renumbered, dummies first.
class NestRegion {
  public:
    NestRegion(NestAccess const& access, std::vector<std::string> const& names, std::set<std::size_t> const& assigned,
               ArraySpec const& array)
        : access_(access), names_(names), assigned_(assigned), array_(array) {
        for (NestLoop const& loop : access.loops) variables_.push_back(loop.variable);
    }

    RegionStatement run() {
        statement_.action = access_.action;
        statement_.array = array_.name;
        statement_.line = access_.array.place.line;
        if (access_.condition) may(*access_.condition, "the statement runs only under a condition");
        if (access_.jump) may(*access_.jump, "a loop around the statement may end or restart early");
        for (std::size_t d = 0; d < array_.extents.size(); ++d) subscript(d);
        for (NestLoop const& loop : access_.loops) bounds(loop);
        if (open_) within_array();
        drop_what_always_holds();
        renumber();
        return std::move(statement_);
    }

  private:
    void may(int line, std::string const& why) {
        statement_.approximation = RegionApproximation::May;
        statement_.remarks.push_back(fmt::format("line {}: {}", line, why));
    }

    /// Returns whether the form depends only on loop variables and on names that do not change in the nest.
    [[nodiscard]] bool is_fixed(AffineForm const& form) const {
        for (std::size_t i = 0; i < form.coefficients.size(); ++i)
            if (form.coefficients[i] != 0 && assigned_.contains(i) && std::ranges::find(variables_, i) == variables_.end())
                return false;
        return true;
    }

    void subscript(std::size_t d) {
        if (access_.subscripts.empty()) return statement_.subscripts.emplace_back(), void();
        NestSubscript const& subscript = access_.subscripts[d];
        bool const fixed = (!subscript.first || is_fixed(*subscript.first)) && (!subscript.last || is_fixed(*subscript.last));
        if (!subscript.affine || !fixed) {
            may(access_.array.place.line,
                fmt::format("the subscript {} of {} is not affine: any index of dimension {} may be touched", subscript.text,
                            array_.name, d + 1));
            statement_.subscripts.emplace_back();
            return;
        }
        if (subscript.section) return section(subscript, d);
        if (is_own_dummy(*subscript.first)) return statement_.subscripts.emplace_back(subscript.first), void();
        std::size_t const name = new_dummy(d);
        statement_.conditions.push_back({RegionCondition::Kind::Zero, minus(of_name(name), *subscript.first), 1});
    }

    /// Returns whether the form can be a subscript of a region: it is one loop variable that no other subscript uses.
    bool is_own_dummy(AffineForm const& form) {
        auto const variables = std::ranges::count_if(variables_, [&](std::size_t each) { return form.coefficient(each) != 0; });
        if (variables == 0) return true;
        if (variables > 1) return false;
        for (std::size_t const variable : variables_)
            if (form.coefficient(variable) != 0) return subscripted_.insert(variable).second;
        return true;
    }

    std::size_t new_dummy(std::size_t d) {
        std::size_t const name = names_.size() + extra_.size();
        std::string text = fmt::format("a{}", d + 1);
        while (std::ranges::find(names_, text) != names_.end()) text += "_";
        extra_.push_back(text);
        variables_.push_back(name);
        statement_.subscripts.emplace_back(of_name(name));
        return name;
    }

    void section(NestSubscript const& subscript, std::size_t d) {
        bool const all = !subscript.first && !subscript.last && subscript.step == 1;
        if (all) return statement_.subscripts.emplace_back(), void();
        AffineForm const low{{}, array_.lower[d]};
        AffineForm const high{{}, array_.lower[d] + array_.extents[d] - 1};
        bool const up = subscript.step > 0;
        std::size_t const name = new_dummy(d);
        range(name, {subscript.first.value_or(up ? low : high)}, {subscript.last.value_or(up ? high : low)}, subscript.step);
    }

    /// Adds first <= name <= last with the step; with a negative step the bounds are swapped.
    void range(std::size_t name, std::vector<AffineForm> const& first, std::vector<AffineForm> const& last, Index step) {
        AffineForm const self = of_name(name);
        for (AffineForm const& form : step > 0 ? first : last)
            statement_.conditions.push_back({RegionCondition::Kind::NotNegative, minus(self, form), 1});
        for (AffineForm const& form : step > 0 ? last : first)
            statement_.conditions.push_back({RegionCondition::Kind::NotNegative, minus(form, self), 1});
        Index const stride = step > 0 ? step : -step;
        if (stride == 1) return;
        if (first.size() == 1)
            statement_.conditions.push_back({RegionCondition::Kind::Multiple, minus(self, first.front()), stride});
    }

    void bounds(NestLoop const& loop) {
        auto const usable = [&](std::vector<AffineForm> const& forms) {
            return !forms.empty() && std::ranges::all_of(forms, [&](AffineForm const& form) { return is_fixed(form); });
        };
        bool const first = usable(loop.first);
        bool const last = usable(loop.last);
        bool const stride_lost = loop.step && *loop.step != 1 && *loop.step != -1 && (!first || loop.first.size() != 1);
        if (!loop.step || *loop.step == 0 || !first || !last || stride_lost) {
            may(loop.line,
                fmt::format("the loop {} is not affine, so its open bounds extend to the bounds of the array", loop.text));
            open_ = true;
        }
        if (!loop.step || *loop.step == 0) return;
        using Forms = std::vector<AffineForm>;
        range(loop.variable, first ? loop.first : Forms{}, last ? loop.last : Forms{}, *loop.step);
    }

    /// Uses the bounds of the array if a loop has no bounds.
    void within_array() {
        for (std::size_t d = 0; d < statement_.subscripts.size(); ++d) {
            if (!statement_.subscripts[d]) continue;
            AffineForm const form = *statement_.subscripts[d];
            AffineForm const low{{}, array_.lower[d]};
            AffineForm const high{{}, array_.lower[d] + array_.extents[d] - 1};
            statement_.conditions.push_back({RegionCondition::Kind::NotNegative, minus(form, low), 1});
            statement_.conditions.push_back({RegionCondition::Kind::NotNegative, minus(high, form), 1});
        }
    }

    /// Drops conditions that always hold, and duplicates.
    void drop_what_always_holds() {
        std::vector<RegionCondition> kept;
        for (RegionCondition const& each : statement_.conditions) {
            bool const holds =
                each.form.is_constant() && each.kind == RegionCondition::Kind::NotNegative && each.form.constant >= 0;
            if (!holds && std::ranges::find(kept, each) == kept.end()) kept.push_back(each);
        }
        statement_.conditions = std::move(kept);
    }

    // Renumbers the names from the nest's order to the statement's order.

    void renumber() {
        std::vector<std::size_t> dummies = in_subscripts();
        std::vector<AffineForm*> forms;
        for (auto& subscript : statement_.subscripts)
            if (subscript) forms.push_back(&*subscript);
        for (RegionCondition& condition : statement_.conditions) forms.push_back(&condition.form);
        std::vector<std::size_t> parameters;
        for (AffineForm const* form : forms)
            for (std::size_t i = 0; i < form->coefficients.size(); ++i) {
                if (form->coefficients[i] == 0) continue;
                auto& list = std::ranges::find(variables_, i) != variables_.end() ? dummies : parameters;
                if (std::ranges::find(list, i) == list.end()) list.push_back(i);
            }
        for (AffineForm* form : forms) {
            AffineForm renamed{{}, form->constant};
            for (std::size_t const name : dummies) renamed.coefficients.push_back(form->coefficient(name));
            for (std::size_t const name : parameters) renamed.coefficients.push_back(form->coefficient(name));
            *form = std::move(renamed);
        }
        for (std::size_t const name : dummies) statement_.dummies.push_back(text_of_name(name));
        for (std::size_t const name : parameters) statement_.parameters.push_back(text_of_name(name));
    }

    [[nodiscard]] std::vector<std::size_t> in_subscripts() const {
        std::vector<std::size_t> dummies;
        for (auto const& subscript : statement_.subscripts)
            for (std::size_t const variable : variables_)
                if (subscript && subscript->coefficient(variable) != 0) dummies.push_back(variable);
        return dummies;
    }

    [[nodiscard]] std::string const& text_of_name(std::size_t name) const {
        return name < names_.size() ? names_[name] : extra_[name - names_.size()];
    }

    NestAccess const& access_;
    std::vector<std::string> const& names_;
    std::set<std::size_t> const& assigned_;
    ArraySpec const& array_;
    std::vector<std::size_t> variables_; // variables of the enclosing loops, and our own dummies
    std::set<std::size_t> subscripted_;
    std::vector<std::string> extra_; // our own dummies, numbered after the nest's names
    bool open_ = false;              // true: some loop lacks a bound
    RegionStatement statement_;
};

} // namespace

void report_remap_below(RegionStatement& statement, std::size_t later) {
    statement.remarks.push_back(fmt::format("line {}: {} is remapped later in the same loop: this is its mapping in the first "
                                            "iteration; --state {} shows that of later iterations",
                                            statement.line, statement.array, later));
}

std::optional<RegionStatement> region_of(NestAccess const& access, std::vector<std::string> const& names,
                                         std::set<std::size_t> const& assigned, ArraySpec const& array) {
    if (!access.subscripts.empty() && access.subscripts.size() != array.extents.size()) return std::nullopt;
    return NestRegion(access, names, assigned, array).run();
}

} // namespace tessera::notation
