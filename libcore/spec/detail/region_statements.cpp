// SPDX-License-Identifier: BSD-3-Clause
// Tessera: rules of `!dist$ region`.
#include "libcore/spec/detail/region_statements.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::notation {

namespace {

/// Returns a - b.
std::optional<AffineForm> difference_of(AffineForm const& a, AffineForm const& b) {
    AffineForm form;
    form.coefficients.resize(std::max(a.coefficients.size(), b.coefficients.size()));
    for (std::size_t i = 0; i < form.coefficients.size(); ++i) {
        auto const coefficient = checked_sub(a.coefficient(i), b.coefficient(i));
        if (!coefficient) return std::nullopt;
        form.coefficients[i] = *coefficient;
    }
    auto const constant = checked_sub(a.constant, b.constant);
    if (!constant) return std::nullopt;
    form.constant = *constant;
    return form;
}

class RegionRules {
  public:
    RegionRules(Cursor& cursor, Constants const& constants, RegionNode& node)
        : cursor_(cursor), constants_(constants), node_(node), statement_(node.statement) {}

    void statement() {
        action();
        node_.array = cursor_.expect_name("the array whose elements are touched");
        find_names();
        subscripts();
        add_clause_names();
        while (!cursor_.at_end()) clause();
    }

  private:
    void action() {
        if (cursor_.accept_word("write"))
            statement_.action = RegionAction::Write;
        else
            cursor_.expect_word("read", "or 'write'");
        if (cursor_.accept_word("may"))
            statement_.approximation = RegionApproximation::May;
        else
            cursor_.expect_word("must", "or 'may': are all these elements touched, or only some?");
    }

    /// Finds the names first, because `for(m, n: ...)` and `with(k)` come after the subscripts that use them.
    void find_names() {
        std::size_t const here = cursor_.position();
        while (!cursor_.at_end()) {
            bool const open = cursor_.peek(1).is("(");
            if (open && cursor_.at_word("for")) {
                if (has_parameters()) parameters_ = names_behind(":");
            } else if (open && cursor_.at_word("with")) {
                extras_ = names_behind(")");
            }
            cursor_.take();
        }
        cursor_.seek(here);
    }

    /// Returns whether the parentheses of `for(` contain a colon.
    bool has_parameters() {
        int depth = 0;
        for (std::size_t ahead = 1; cursor_.peek(ahead).kind != Token::Kind::End; ++ahead) {
            Token const& token = cursor_.peek(ahead);
            if (token.is(":") && depth == 1) return true;
            if (token.is("(")) ++depth;
            if (token.is(")") && --depth == 0) return false;
        }
        return false;
    }

    /// Parses names in parentheses, up to the symbol `end`.
    std::vector<Name> names_behind(std::string_view end) {
        std::vector<Name> names;
        cursor_.take();
        cursor_.take();
        while (!cursor_.at(end) && !cursor_.at_end()) {
            names.push_back(cursor_.expect_name("a name"));
            if (!cursor_.at(end)) cursor_.expect(",", fmt::format("or {} after {}", end, names.back().text));
        }
        for (Name const& name : names)
            if (constants_.contains(lower(name.text)))
                cursor_.fail(name.place, fmt::format("{} is already a named constant; use another name", name.text));
        return names;
    }

    void subscripts() {
        Place const first = cursor_.peek().place;
        if (cursor_.accept("(")) {
            do subscript();
            while (cursor_.accept(","));
            cursor_.expect(")", fmt::format("after the subscripts of {}", node_.array.text));
        }
        while (cursor_.accept("[")) {
            subscript();
            cursor_.expect("]", "after the subscript");
        }
        node_.subscripts = statement_.subscripts.empty() ? node_.array.place : cursor_.since(first);
    }

    void subscript() {
        if (cursor_.at(":") && !cursor_.peek(1).is(":")) {
            cursor_.take();
            statement_.subscripts.emplace_back();
            return;
        }
        Place const first = cursor_.peek().place;
        declare_dummies();
        std::vector<Name> names = dummies_;
        names.insert(names.end(), parameters_.begin(), parameters_.end());
        std::size_t const dummies = dummies_.size();
        AffineForm form = affine_expression(cursor_, constants_, names);
        if (cursor_.failed()) return;
        check_subscript(form, dummies, cursor_.since(first));
        forms_dummies_.push_back(dummies);
        statement_.subscripts.emplace_back(std::move(form));
    }

    /// Declares a name in a subscript as a dummy if it has no other meaning.
    void declare_dummies() {
        for (std::size_t ahead = 0; !ends_subscript(cursor_.peek(ahead)); ++ahead) {
            Token const& token = cursor_.peek(ahead);
            if (token.kind != Token::Kind::Name || cursor_.peek(ahead + 1).is("(")) continue;
            bool const known = is_among(dummies_, token.text) || is_among(parameters_, token.text) ||
                               is_among(extras_, token.text) || constants_.contains(lower(token.text));
            if (!known) dummies_.push_back({std::string(token.text), token.place});
        }
    }

    static bool ends_subscript(Token const& token) {
        return token.kind == Token::Kind::End || token.is(",") || token.is(")") || token.is("]");
    }
    static bool is_among(std::vector<Name> const& names, std::string_view text) {
        return std::ranges::any_of(names, [&](Name const& name) { return same_word(name.text, text); });
    }

    void check_subscript(AffineForm const& form, std::size_t dummies, Place const& place) {
        std::vector<std::size_t> used;
        for (std::size_t i = 0; i < dummies; ++i)
            if (form.coefficient(i) != 0) used.push_back(i);
        if (used.size() > 1)
            return cursor_.fail(place,
                                fmt::format("skewed subscript: '{0}' and '{1}' in one; expected one dummy: name the dimension "
                                            "k, and say A(k,...) with({0},{1}) for(k == ...)",
                                            dummies_[used[0]].text, dummies_[used[1]].text));
        if (used.empty()) return;
        if (std::ranges::find(subscripted_, used[0]) != subscripted_.end())
            return cursor_.fail(
                place,
                fmt::format("'{0}' is used in two subscripts; expected another name here, e.g. k, and the condition k == {0}",
                            dummies_[used[0]].text));
        subscripted_.push_back(used[0]);
    }

    /// After the subscripts all names are known. The parameters move after the last dummy.
    void add_clause_names() {
        dummies_.insert(dummies_.end(), extras_.begin(), extras_.end());
        std::size_t form = 0;
        for (auto& subscript : statement_.subscripts) {
            if (!subscript || form >= forms_dummies_.size()) continue;
            std::size_t const before = std::min(forms_dummies_[form++], subscript->coefficients.size());
            auto const at = subscript->coefficients.begin() + static_cast<std::ptrdiff_t>(before);
            if (before < subscript->coefficients.size()) subscript->coefficients.insert(at, dummies_.size() - before, 0);
        }
        names_ = dummies_;
        names_.insert(names_.end(), parameters_.begin(), parameters_.end());
        for (Name const& name : dummies_) statement_.dummies.push_back(name.text);
        for (Name const& name : parameters_) statement_.parameters.push_back(name.text);
        check_distinct();
    }

    void check_distinct() {
        for (std::size_t i = 0; i < names_.size(); ++i)
            for (std::size_t k = 0; k < i; ++k)
                if (same_word(names_[i].text, names_[k].text))
                    return cursor_.fail(names_[i].place,
                                        fmt::format("'{}' is named twice; expected different names", names_[i].text));
    }

    void clause() {
        Name const word = cursor_.expect_name("a clause such as for(m: 1<=i, i<=m)");
        bool const known = same_word(word.text, "for") || same_word(word.text, "with") || same_word(word.text, "state");
        if (cursor_.failed()) return;
        if (!known)
            return cursor_.fail(word.place,
                                fmt::format("'{}' is not a clause of region; expected one of for, with, state", word.text));
        if (std::ranges::find(seen_, lower(word.text)) != seen_.end())
            return cursor_.fail(word.place, fmt::format("{} is given twice", word.text));
        seen_.push_back(lower(word.text));
        cursor_.expect("(", fmt::format("after {}", word.text));
        if (same_word(word.text, "for")) {
            conditions();
        } else if (same_word(word.text, "state")) {
            state();
        } else {
            cursor_.skip_to(")"); // find_names() has read its names already
        }
        cursor_.expect(")", fmt::format("to close {}", word.text));
    }

    void conditions() {
        if (!parameters_.empty()) {
            cursor_.skip_to(":");
            cursor_.take();
        } else {
            cursor_.accept(":");
        }
        if (cursor_.at(")")) return;
        do condition();
        while (cursor_.accept(","));
    }

    /// Parses `3<=i`, `1 <= i <= m` or `mod(i-1,2) == 0`.
    void condition() {
        if (cursor_.at_word("mod") && cursor_.peek(1).is("(")) return multiple();
        Place const first = cursor_.peek().place;
        AffineForm left = affine_expression(cursor_, constants_, names_);
        bool one = false;
        while (cursor_.at("<") || cursor_.at(">") || cursor_.at("=")) {
            std::string relation(cursor_.take().text);
            if (cursor_.at("=")) relation += cursor_.take().text;
            AffineForm right = affine_expression(cursor_, constants_, names_);
            add(left, relation, right, cursor_.since(first));
            left = std::move(right);
            one = true;
        }
        if (!one) cursor_.fail_expected("<=, <, >=, > or == and the other side of the condition");
    }

    void multiple() {
        cursor_.take();
        cursor_.take();
        Place const first = cursor_.peek().place;
        AffineForm const form = affine_expression(cursor_, constants_, names_);
        cursor_.expect(",", "and the divisor of mod");
        Place const at = cursor_.peek().place;
        Index const modulus = constant_expression(cursor_, constants_);
        if (modulus < 1) cursor_.fail(cursor_.since(at), fmt::format("the divisor of mod is 1 or more, not {}", modulus));
        cursor_.expect(")", "after the divisor");
        cursor_.expect("=", "after mod(...)");
        cursor_.accept("=");
        Index const rest = constant_expression(cursor_, constants_);
        auto const difference = difference_of(form, {{}, rest});
        if (!difference) return cursor_.fail(cursor_.since(first), "the value does not fit 64 bits");
        statement_.conditions.push_back({RegionCondition::Kind::Multiple, *difference, modulus});
    }

    void add(AffineForm const& left, std::string const& relation, AffineForm const& right, Place const& place) {
        bool const up = relation[0] == '<'; // right - left >= 0
        auto form = up ? difference_of(right, left) : difference_of(left, right);
        if (form && (relation == "<" || relation == ">")) form = difference_of(*form, {{}, 1});
        if (!form) return cursor_.fail(place, "the value does not fit 64 bits");
        auto const kind = relation[0] == '=' ? RegionCondition::Kind::Zero : RegionCondition::Kind::NotNegative;
        statement_.conditions.push_back({kind, *std::move(form), 1});
    }

    void state() {
        Token const state = cursor_.take();
        bool const word = state.kind == Token::Kind::Name || state.kind == Token::Kind::Integer;
        if (!word) cursor_.fail(state.place, fmt::format("expected from, to or the number of a state, found {}", shown(state)));
        statement_.state = std::string(state.text);
        node_.state = state.place;
    }

    Cursor& cursor_;
    Constants const& constants_;
    RegionNode& node_;
    RegionStatement& statement_;
    std::vector<Name> dummies_;
    std::vector<Name> extras_; // names of with(...)
    std::vector<Name> parameters_;
    std::vector<Name> names_;                // dummies, then parameters
    std::vector<std::size_t> subscripted_;   // dummies that occur in a subscript
    std::vector<std::size_t> forms_dummies_; // per subscript: number of dummies known at that point
    std::vector<std::string> seen_;
};

} // namespace

RegionNode region_statement(Cursor& cursor, Constants const& constants) {
    RegionNode node;
    node.statement.line = cursor.last_place().line;
    RegionRules(cursor, constants, node).statement();
    return node;
}

void check_region(RegionNode const& node, ArraySpec const& array, Diagnostics& diagnostics) {
    std::size_t const dims = array.extents.size();
    std::size_t const given = node.statement.subscripts.size();
    if (given != 0 && given != dims) diagnostics.fail(node.subscripts, dimension_mismatch(array.name, dims, given, "subscript"));
}

std::string region_text(RegionStatement const& statement, ArraySpec const& array) {
    std::vector<std::string> subscripts;
    std::size_t dummies = 0; // number of dummies in subscripts
    for (auto const& each : statement.subscripts) {
        subscripts.push_back(each ? text_of(*each, statement) : ":");
        for (std::size_t i = 0; each && i < statement.dummies.size(); ++i)
            if (each->coefficient(i) != 0) dummies = std::max(dummies, i + 1);
    }
    bool const c = array.order == StorageOrder::C;
    std::string text = fmt::format("region {} {} {}{}{}{}", name_of(statement.action), name_of(statement.approximation), array.name,
                                   c ? "[" : "(", fmt::join(subscripts, c ? "][" : ","), c ? "]" : ")");
    std::vector<std::string> const extras(statement.dummies.begin() + static_cast<std::ptrdiff_t>(dummies),
                                          statement.dummies.end());
    if (!extras.empty()) text += fmt::format(" with({})", fmt::join(extras, ","));
    std::vector<std::string> conditions;
    for (RegionCondition const& condition : statement.conditions) conditions.push_back(text_of(condition, statement));
    if (!conditions.empty() || !statement.parameters.empty())
        text += fmt::format(" for({}{}{})", fmt::join(statement.parameters, ","), statement.parameters.empty() ? "" : ": ",
                            fmt::join(conditions, ", "));
    if (!statement.state.empty()) text += fmt::format(" state({})", statement.state);
    return text;
}

} // namespace tessera::notation
