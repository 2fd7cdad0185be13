// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reader for the loops of a program and the array accesses in them.
#include "libcore/spec/detail/loop_nests.hpp"

#include "libcore/spec/words.hpp"

#include <algorithm>
#include <utility>

namespace tessera::notation {

namespace {

using TokenList = std::vector<Token>;

bool word_at(TokenList const& t, std::size_t at, std::string_view word) {
    return at < t.size() && t[at].kind == Token::Kind::Name && same_word(t[at].text, word);
}

bool sign_at(TokenList const& t, std::size_t at, std::string_view sign) {
    return at < t.size() && t[at].is(sign);
}

/// Returns the index after the parenthesis that closes the one at `at`; `end` if none does.
std::size_t behind_parenthesis(TokenList const& t, std::size_t at, std::size_t end) {
    int depth = 0;
    for (; at < end; ++at) {
        if (t[at].is("(")) ++depth;
        if (t[at].is(")") && --depth == 0) return at + 1;
    }
    return end;
}

/// Returns the index of the first `sign` in [at, end) outside parentheses, or end.
std::size_t find_sign(TokenList const& t, std::size_t at, std::size_t end, std::string_view sign) {
    while (at < end && !t[at].is(sign)) at = t[at].is("(") ? behind_parenthesis(t, at, end) : at + 1;
    return std::min(at, end);
}

/// Returns the pieces of [at, end) between commas outside parentheses.
std::vector<std::pair<std::size_t, std::size_t>> pieces(TokenList const& t, std::size_t at, std::size_t end) {
    std::vector<std::pair<std::size_t, std::size_t>> result;
    while (at < end) {
        std::size_t const comma = find_sign(t, at, end, ",");
        result.emplace_back(at, comma);
        at = comma + 1;
    }
    return result;
}

std::string text_between(TokenList const& t, std::size_t at, std::size_t end) {
    std::string text;
    for (; at < end; ++at) text += std::string(t[at].text) + (t[at].is(",") ? " " : "");
    return text;
}

} // namespace

void LoopNestReader::statement(Tokens const& tokens, std::size_t remaps) {
    remaps_ = remaps;
    Tokens one;
    for (Token const& token : tokens) {
        if (!token.is(";") && token.kind != Token::Kind::End) {
            one.push_back(token);
            continue;
        }
        if (one.empty()) continue;
        one.push_back({Token::Kind::End, {}, token.place});
        one_statement(one);
        one.clear();
    }
}

void LoopNestReader::one_statement(Tokens const& tokens) {
    std::string label;
    At at = 0;
    if (tokens[at].kind == Token::Kind::Integer) label = tokens[at++].text;
    if (tokens[at].kind == Token::Kind::Name && sign_at(tokens, at + 1, ":")) at += 2; // name: do
    body(tokens, at);
    guard_.reset();
    if (!label.empty()) close_label(label);
    if (loops_.empty()) close_nest();
}

std::vector<ProgramNest> LoopNestReader::take() {
    loops_.clear();
    close_nest();
    return std::move(done_);
}

void LoopNestReader::body(Tokens const& t, At at) {
    At const end = t.size() - 1;
    auto const word = [&](std::string_view text) { return word_at(t, at, text); };
    if (ended(t, at) || opened(t, at)) return;
    if (t[at].kind == Token::Kind::Name && find_sign(t, at, end, "=") < end) return assignment(t, at, find_sign(t, at, end, "="));
    if (word("cycle") || word("exit")) return jump(t[at].place.line, at + 1 < end);
    bool const leaves = word("goto") || (word("go") && word_at(t, at + 1, "to")) || word("return") || word("stop");
    // three-way if: if (x) 10, 20, 30
    if (leaves || t[at].kind == Token::Kind::Integer) return jump(t[at].place.line, true);
    transfer(t, at);
}

bool LoopNestReader::ended(Tokens const& t, At at) {
    auto const ends = [&](std::string_view what) {
        return word_at(t, at, "end" + std::string(what)) || (word_at(t, at, "end") && word_at(t, at + 1, what));
    };
    if (ends("do") || ends("forall")) {
        if (!loops_.empty()) loops_.pop_back();
        return true;
    }
    if (ends("if") || ends("select") || ends("where")) {
        if (!conditions_.empty()) conditions_.pop_back();
        return true;
    }
    for (char const* block : {"associate", "block", "critical", "enum", "interface", "type"})
        if (ends(block)) return true;
    bool const all = ends("program") || ends("subroutine") || ends("function") || ends("module") ||
                     (word_at(t, at, "end") && at + 2 == t.size()) || word_at(t, at, "program") || word_at(t, at, "subroutine");
    if (!all) return false;
    loops_.clear();
    conditions_.clear();
    return true;
}

bool LoopNestReader::opened(Tokens const& t, At at) {
    At const end = t.size() - 1;
    bool const parenthesis = sign_at(t, at + 1, "(");
    if (word_at(t, at, "do") && !parenthesis && !sign_at(t, at + 1, "=")) return loop(t, at + 1), true;
    if (word_at(t, at, "if") && parenthesis) return condition(t, at), true;
    bool const otherwise = word_at(t, at, "elseif") || (word_at(t, at, "else") && word_at(t, at + 1, "if")) ||
                           word_at(t, at, "elsewhere") || (word_at(t, at, "else") && word_at(t, at + 1, "where"));
    if (otherwise) return reads(t, at + 1, end), true; // the statement after `else` already counts as conditional
    if (word_at(t, at, "forall") && parenthesis) return forall(t, at), true;
    if (word_at(t, at, "where") && parenthesis) return where(t, at), true;
    if (!word_at(t, at, "select") || !word_at(t, at + 1, "case")) return false;
    reads(t, at + 2, end);
    conditions_.push_back(t[at].place.line);
    return true;
}

void LoopNestReader::transfer(Tokens const& t, At at) {
    At const end = t.size() - 1;
    bool const reads_in = word_at(t, at, "read");
    RegionAction const action = reads_in ? RegionAction::Write : RegionAction::Read;
    if ((reads_in || word_at(t, at, "write")) && sign_at(t, at + 1, "("))
        items(t, behind_parenthesis(t, at + 1, end), end, action);
    else if (reads_in || word_at(t, at, "print"))
        items(t, std::min(find_sign(t, at + 1, end, ",") + 1, end), end, action);
}

void LoopNestReader::loop(Tokens const& t, At at) {
    OpenLoop open;
    open.first_access = nest_.accesses.size();
    if (t[at].kind == Token::Kind::Integer) open.label = t[at++].text;
    if (sign_at(t, at, ",")) ++at;
    bool const counted = t[at].kind == Token::Kind::Name && sign_at(t, at + 1, "=");
    if (counted)
        open.loops.push_back(loop_of(t, at, t.size() - 1));
    else if (word_at(t, at, "concurrent") && sign_at(t, at + 1, "("))
        open.loops = index_set(t, at + 1, open.condition);
    else
        open.condition = t[at].place.line; // do while, and do without an end
    loops_.push_back(std::move(open));
}

std::vector<NestLoop> LoopNestReader::index_set(Tokens const& t, At at, std::optional<int>& mask) {
    std::vector<NestLoop> loops;
    At const end = behind_parenthesis(t, at, t.size() - 1) - 1;
    for (auto [first, last] : pieces(t, at + 1, end)) {
        At const typed = find_sign(t, first, last, ":"); // integer :: i = 1:m
        if (typed + 1 < last && t[typed].is(":") && t[typed + 1].is(":")) first = typed + 2;
        At const colon = find_sign(t, first + 2, last, ":");
        if (first + 2 >= last || t[first].kind != Token::Kind::Name || !t[first + 1].is("=") || t[first + 2].is("=") ||
            colon == last) {
            mask = t[first].place.line;
            reads(t, first, last);
            continue;
        }
        NestLoop loop;
        loop.variable = name(t[first].text);
        nest_.assigned.insert(loop.variable);
        loop.line = t[first].place.line;
        loop.text = text_between(t, first, last);
        At const second = find_sign(t, colon + 1, last, ":");
        if (second < last) {
            auto const step = form(t, second + 1, last);
            loop.step = step && step->is_constant() ? std::optional(step->constant) : std::nullopt;
        }
        bool const up = loop.step.value_or(1) > 0;
        loop.first = bound(t, first + 2, colon, up ? "max" : "min");
        loop.last = bound(t, colon + 1, second, up ? "min" : "max");
        loops.push_back(std::move(loop));
    }
    return loops;
}

/// Handles `forall (i = 1:m) A(i) = 0`, or a block of such assignments.
void LoopNestReader::forall(Tokens const& t, At at) {
    At const behind = behind_parenthesis(t, at + 1, t.size() - 1);
    OpenLoop open;
    open.first_access = nest_.accesses.size();
    open.loops = index_set(t, at + 1, open.condition);
    loops_.push_back(std::move(open));
    if (behind + 1 == t.size()) return;
    body(t, behind);
    loops_.pop_back();
}

/// Handles `where (A > 0) B = 1`, or a block of such assignments.
void LoopNestReader::where(Tokens const& t, At at) {
    At const behind = behind_parenthesis(t, at + 1, t.size() - 1);
    reads(t, at + 2, behind - 1);
    if (behind + 1 == t.size()) return conditions_.push_back(t[at].place.line);
    guard_ = t[at].place.line;
    body(t, behind);
}

/// A jump makes all statements of the loop conditional, those before the jump and those after it.
void LoopNestReader::jump(int line, bool out_of_all) {
    if (loops_.empty()) return;
    std::size_t const first = out_of_all ? 0 : loops_.size() - 1;
    for (std::size_t i = first; i < loops_.size(); ++i) loops_[i].jump = line;
    for (std::size_t i = loops_[first].first_access; i < nest_.accesses.size(); ++i) nest_.accesses[i].jump = line;
}

NestLoop LoopNestReader::loop_of(Tokens const& t, At variable, At end) {
    NestLoop loop;
    loop.variable = name(t[variable].text);
    nest_.assigned.insert(loop.variable);
    loop.line = t[variable].place.line;
    loop.text = text_between(t, variable, end);
    auto const parts = pieces(t, variable + 2, end);
    if (parts.size() > 2) {
        auto const step = form(t, parts[2].first, parts[2].second);
        loop.step = step && step->is_constant() ? std::optional(step->constant) : std::nullopt;
    }
    bool const up = loop.step.value_or(1) > 0;
    if (parts.size() > 1) {
        loop.first = bound(t, parts[0].first, parts[0].second, up ? "max" : "min");
        loop.last = bound(t, parts[1].first, parts[1].second, up ? "min" : "max");
    }
    return loop;
}

std::vector<AffineForm> LoopNestReader::bound(Tokens const& t, At at, At end, std::string_view choice) {
    std::vector<std::pair<At, At>> parts{{at, end}};
    if (word_at(t, at, choice) && sign_at(t, at + 1, "(") && behind_parenthesis(t, at + 1, end) == end)
        parts = pieces(t, at + 2, end - 1);
    std::vector<AffineForm> forms;
    for (auto const& [first, last] : parts) {
        auto each = form(t, first, last);
        if (!each) return {};
        forms.push_back(*std::move(each));
    }
    return forms;
}

std::optional<AffineForm> LoopNestReader::form(Tokens const& t, At at, At end) {
    for (At i = at; i < end; ++i)
        // a function or an array
        if (t[i].kind == Token::Kind::Name && sign_at(t, i + 1, "(")) return std::nullopt;
    for (At i = at; i < end; ++i)
        if (t[i].kind == Token::Kind::Name && !constants_.contains(lower(t[i].text))) (void)name(t[i].text);
    std::vector<Name> names;
    for (std::string const& each : nest_.names) names.push_back({each, {}});
    Tokens part(t.begin() + static_cast<std::ptrdiff_t>(at), t.begin() + static_cast<std::ptrdiff_t>(end));
    part.push_back({Token::Kind::End, {}, t.back().place});
    Diagnostics trial;
    Cursor cursor(std::move(part), trial);
    AffineForm result = affine_expression(cursor, constants_, names);
    cursor.expect_end("");
    return trial.failed() ? std::nullopt : std::optional(std::move(result));
}

std::size_t LoopNestReader::name(std::string_view text) {
    std::string const word = lower(text);
    auto const found = std::ranges::find(nest_.names, word);
    if (found != nest_.names.end()) return as_size(found - nest_.names.begin());
    nest_.names.push_back(word);
    return nest_.names.size() - 1;
}

/// `if (...) then` opens a block; `if (...) statement` guards one statement.
void LoopNestReader::condition(Tokens const& t, At at) {
    At const end = t.size() - 1;
    At const behind = behind_parenthesis(t, at + 1, end);
    int const line = t[at].place.line;
    reads(t, at + 2, behind > 0 ? behind - 1 : behind);
    if (word_at(t, behind, "then")) {
        conditions_.push_back(line);
    } else if (behind < end) {
        guard_ = line;
        body(t, behind);
    }
}

void LoopNestReader::assignment(Tokens const& t, At at, At equal) {
    reads(t, equal + 1, t.size() - 1);
    access(t, at, equal, RegionAction::Write);
}

void LoopNestReader::items(Tokens const& t, At at, At end, RegionAction action) {
    for (auto const& [first, last] : pieces(t, at, end)) {
        bool const parenthesized = first < last && t[first].is("(") && behind_parenthesis(t, first, last) == last;
        if (parenthesized)
            implied_loop(t, first + 1, last - 1, action);
        else if (action == RegionAction::Write)
            access(t, first, last, action);
        else
            reads(t, first, last);
    }
}

/// Handles `(A(i,j), i = 1, m)`: the loop comes after its items.
void LoopNestReader::implied_loop(Tokens const& t, At at, At end, RegionAction action) {
    At const equal = find_sign(t, at, end, "=");
    if (equal == end || equal < at + 2 || t[equal - 1].kind != Token::Kind::Name) return items(t, at, end, action);
    implied_.push_back(loop_of(t, equal - 1, end));
    items(t, at, equal - 2, action);
    implied_.pop_back();
}

void LoopNestReader::reads(Tokens const& t, At at, At end) {
    while (at < end) {
        if (t[at].kind != Token::Kind::Name) {
            ++at;
            continue;
        }
        At const behind = sign_at(t, at + 1, "(") ? behind_parenthesis(t, at + 1, end) : at + 1;
        access(t, at, behind, RegionAction::Read);
        if (behind > at + 1) reads(t, at + 2, behind - 1); // A(idx(i)) also reads idx
        at = behind;
    }
}

void LoopNestReader::access(Tokens const& t, At at, At end, RegionAction action) {
    if (at >= end || t[at].kind != Token::Kind::Name) return;
    if (end == at + 1 && action == RegionAction::Write) nest_.assigned.insert(name(t[at].text));
    NestAccess access;
    access.action = action;
    access.remaps = remaps_;
    access.array = {std::string(t[at].text), t[at].place};
    if (end > at + 1) {
        if (!t[at + 1].is("(") || behind_parenthesis(t, at + 1, end) != end) return;
        for (auto const& [first, last] : pieces(t, at + 2, end - 1)) access.subscripts.push_back(subscript(t, first, last));
        if (action == RegionAction::Write) reads(t, at + 2, end - 1);
    }
    for (OpenLoop const& open : loops_) {
        access.loops.insert(access.loops.end(), open.loops.begin(), open.loops.end());
        if (open.condition) access.condition = open.condition;
        if (open.jump) access.jump = open.jump;
    }
    access.loops.insert(access.loops.end(), implied_.begin(), implied_.end());
    if (guard_) access.condition = guard_;
    if (!conditions_.empty()) access.condition = conditions_.back();
    nest_.accesses.push_back(std::move(access));
}

NestSubscript LoopNestReader::subscript(Tokens const& t, At at, At end) {
    NestSubscript result;
    result.text = text_between(t, at, end);
    At const colon = find_sign(t, at, end, ":");
    result.section = colon < end;
    if (!result.section) {
        result.first = form(t, at, end);
        result.affine = result.first.has_value();
        return result;
    }
    At const second = find_sign(t, colon + 1, end, ":");
    auto const part = [&](At first, At last) {
        if (first >= last) return std::optional<AffineForm>();
        auto each = form(t, first, last);
        result.affine = result.affine && each;
        return each;
    };
    result.first = part(at, colon);
    result.last = part(colon + 1, second);
    auto const step = part(second + 1, end);
    if (step && (!step->is_constant() || step->constant == 0)) result.affine = false;
    if (step && result.affine) result.step = step->constant;
    return result;
}

void LoopNestReader::close_label(std::string_view label) {
    while (!loops_.empty() && loops_.back().label == label) loops_.pop_back();
}

void LoopNestReader::close_nest() {
    nest_.remaps = remaps_;
    if (!nest_.accesses.empty()) done_.push_back(std::move(nest_));
    nest_ = {};
}

} // namespace tessera::notation
