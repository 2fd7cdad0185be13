// SPDX-License-Identifier: BSD-3-Clause
// Tessera: finds the lists of a job's text with the parser's own lexer, which knows comments, sentinels and continuations.
#include "libcore/spec/outline.hpp"

#include "libcore/spec/detail/cursor.hpp"
#include "libcore/spec/detail/element_type.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace tessera {

namespace {

using namespace notation;
using Kind = OutlineList::Kind;

/// Returns the start of each line, and the end of the text.
std::vector<std::size_t> line_begins(std::string_view text) {
    std::vector<std::size_t> begins{0};
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == '\n') begins.push_back(i + 1);
    begins.push_back(text.size());
    return begins;
}

class StatementOutline {
  public:
    StatementOutline(SourceText const& source, std::vector<std::size_t> const& begins, Statement const& statement)
        : begins_(begins), cursor_(tokenize(source, statement), ignored_), range_{line_begin(statement.lines.front().line),
                                                                                  line_begin(statement.lines.back().line + 1)} {}

    std::vector<OutlineList> run(Sentinel sentinel) {
        if (sentinel != Sentinel::None)
            directive();
        else if (cursor_.at_word("dimension"))
            spaces(Kind::ArrayBounds);
        else if (at_element_type(cursor_))
            declaration();
        return std::move(lists_);
    }

  private:
    [[nodiscard]] std::size_t line_begin(int line) const { return begins_[as_size(line - 1)]; }
    [[nodiscard]] std::size_t begin_of(Place const& place) const { return line_begin(place.line) + as_size(place.column - 1); }

    OutlineList& add(Kind kind, std::vector<std::string> names) {
        return lists_.emplace_back(OutlineList{kind, std::move(names), {}, {}, range_});
    }

    std::string take_name() { return cursor_.at_name() ? std::string(cursor_.take().text) : std::string(); }

    /// Returns the tokens up to `end` as one item. Precondition: there is at least one token.
    OutlineItem item_until(std::size_t end) {
        OutlineItem item{{}, {begin_of(cursor_.peek().place), 0}};
        Place last = cursor_.peek().place;
        while (cursor_.position() < end) {
            Place const place = cursor_.take().place;
            std::string const& line = place.text->line(place.line);
            std::size_t const from =
                as_size((place.line == last.line && !item.text.empty() ? last.column + last.length : place.column) - 1);
            item.text += line.substr(from, as_size(place.column + place.length - 1) - from);
            last = place;
        }
        item.range.end = begin_of(last) + as_size(last.length);
        return item;
    }

    /// Parses `(a, b, c)`. `(/1,2/)` inside counts as parentheses.
    std::vector<OutlineItem> parenthesized() {
        std::vector<OutlineItem> items;
        if (!cursor_.accept("(")) return items;
        while (!cursor_.at_end() && !cursor_.at(")")) {
            std::size_t const begin = cursor_.position();
            cursor_.skip_to(",)");
            std::size_t const end = cursor_.position();
            cursor_.seek(begin);
            if (end > begin) items.push_back(item_until(end));
            cursor_.accept(",");
        }
        if (!cursor_.accept(")")) items.clear(); // no closing parenthesis: report no items
        return items;
    }

    std::vector<OutlineItem> brackets() {
        std::vector<OutlineItem> items;
        while (cursor_.accept("[")) {
            std::size_t const begin = cursor_.position();
            cursor_.skip_to("]");
            std::size_t const end = cursor_.position();
            cursor_.seek(begin);
            if (end > begin) items.push_back(item_until(end));
            cursor_.accept("]");
        }
        return items;
    }

    /// Adds a list for each entity with bounds of its own: `A(30,30), B(30)` and `:: P(4)`.
    std::vector<std::string> entities(Kind kind) {
        std::vector<std::string> named;
        do {
            std::string const name = take_name();
            if (name.empty()) break;
            auto items = cursor_.at("[") ? brackets() : parenthesized();
            if (!items.empty()) {
                add(kind, {name}).items = std::move(items);
                named.push_back(name);
            }
            cursor_.skip_to(",;");
        } while (cursor_.accept(","));
        return named;
    }

    void declaration() {
        std::size_t const start = cursor_.position();
        Constants const none;
        if (cursor_.attempt([&] { std::ignore = element_type(cursor_, none); })) {
            cursor_.seek(start + 1); // real(dp): only the parser knows this kind
            if (cursor_.accept("*")) cursor_.take();
            if (cursor_.at("(")) cursor_.skip_parenthesized();
        }
        std::size_t const end = cursor_.position();
        cursor_.seek(start);
        OutlineItem type = item_until(end);
        auto const first = lists_.size();
        spaces(Kind::ArrayBounds);
        std::vector<std::string> names;
        for (std::size_t i = first; i < lists_.size(); ++i)
            names.insert(names.end(), lists_[i].names.begin(), lists_[i].names.end());
        if (names.empty()) return;
        OutlineList list{Kind::ElementType, std::move(names), {}, {}, range_};
        list.items.push_back(std::move(type));
        lists_.insert(lists_.begin() + static_cast<std::ptrdiff_t>(first), std::move(list));
    }

    /// Handles declarations: `processors P(4)`, `processors, dimension(4) :: P, Q`, `real, dimension(8) :: A`.
    void spaces(Kind kind) {
        if (cursor_.at_word("dimension") && !cursor_.peek(1).is("(")) cursor_.take(); // the statement, not the attribute
        std::vector<OutlineItem> common;
        while (cursor_.accept(",")) {
            std::string const attribute = lower(take_name());
            if (attribute == "parameter") return;
            if (attribute == "dimension")
                common = parenthesized();
            else
                cursor_.skip_to(",:");
        }
        cursor_.accept_entities();
        if (common.empty()) {
            entities(kind);
        } else {
            std::vector<std::string> names;
            do names.push_back(take_name());
            while (cursor_.accept(","));
            add(kind, std::move(names)).items = std::move(common);
        }
    }

    void formats(Kind kind) {
        auto items = parenthesized();
        if (items.empty()) return;
        OutlineList& list = add(kind, {});
        list.items = std::move(items);
        if (!cursor_.accept_word("onto")) return;
        std::string const arrangement = list.partner = take_name();
        auto section = parenthesized();
        if (section.empty()) return;
        OutlineList& onto = add(Kind::Onto, {});
        onto.items = std::move(section);
        onto.partner = arrangement;
    }

    void alignment(Kind sources, Kind subscripts) {
        auto items = parenthesized();
        if (!cursor_.accept_word("with")) return;
        std::string const target = take_name();
        for (auto& [kind, list] : {std::pair(sources, std::move(items)), std::pair(subscripts, parenthesized())}) {
            if (list.empty()) continue;
            OutlineList& added = add(kind, {});
            added.items = list;
            added.partner = target;
        }
    }

    void attribute(std::string const& word) {
        if (word == "distribute") formats(Kind::Formats);
        if (word == "redistribute") formats(Kind::NewFormats);
        if (word == "align") alignment(Kind::AlignSources, Kind::AlignSubscripts);
        if (word == "realign") alignment(Kind::NewAlignSources, Kind::NewAlignSubscripts);
        if (word == "ranks") simple(Kind::Ranks);
        if (word == "order") simple(Kind::Order);
    }

    void simple(Kind kind) {
        auto items = parenthesized();
        if (!items.empty()) add(kind, {}).items = std::move(items);
    }

    /// Returns whether the directive is split into its lists; dynamic has none of interest. Other directives become a single item.
    static bool is_taken_apart(std::string const& word) {
        static constexpr std::array<std::string_view, 7> known = {"distribute", "redistribute", "align",  "realign",
                                                                  "ranks",      "order",        "dynamic"};
        return std::ranges::find(known, word) != known.end();
    }

    void directive() {
        std::size_t const start = cursor_.position();
        std::string const word = lower(take_name());
        if (word == "processors") return spaces(Kind::ProcessorBounds);
        if (word == "template") return spaces(Kind::TemplateBounds);
        if (word == "array" && at_element_type(cursor_)) return declaration();
        if (word.empty()) return;
        if (!is_taken_apart(word)) {
            cursor_.seek(start);
            add(Kind::Other, {}).items.push_back(item_until(start + 1));
            return;
        }
        std::vector<std::string> names;
        if (cursor_.at_name() && !cursor_.at_word("with")) names.push_back(take_name());
        attribute(word);
        while (cursor_.accept(",")) attribute(lower(take_name()));
        if (cursor_.accept_entities()) {
            do names.push_back(take_name());
            while (cursor_.accept(","));
        }
        for (OutlineList& list : lists_) list.names = names;
    }

    std::vector<std::size_t> const& begins_;
    Diagnostics ignored_;
    Cursor cursor_;
    TextRun range_;
    std::vector<OutlineList> lists_;
};

} // namespace

std::vector<OutlineList> outline(std::string_view text) {
    SourceText const source("", text);
    auto const begins = line_begins(text);
    Diagnostics ignored;
    std::vector<OutlineList> lists;
    for (Statement const& statement : split_statements(source, ignored))
        for (OutlineList& list : StatementOutline(source, begins, statement).run(statement.sentinel))
            lists.push_back(std::move(list));
    return lists;
}

} // namespace tessera
