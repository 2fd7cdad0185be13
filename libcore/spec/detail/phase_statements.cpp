// SPDX-License-Identifier: BSD-3-Clause
// Tessera: rules of `!dist$ phase` and `!dist$ repeat`.
#include "libcore/spec/detail/phase_statements.hpp"

#include "libcore/spec/detail/mapping_rules.hpp"
#include "libcore/spec/detail/second_place.hpp"
#include "libcore/spec/detail/work_expressions.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <map>

namespace tessera::notation {

namespace {

constexpr int deepest_loops = 16;

class PhaseRules {
  public:
    PhaseRules(Cursor& cursor, Constants const& constants, PhaseNode& node)
        : cursor_(cursor), constants_(constants), node_(node), phase_(node.statement) {}

    void statement() {
        Name const name = cursor_.expect_name("the name of the phase");
        phase_.name = name.text;
        node_.name = name.place;
        cursor_.expect(":", "after the name of the phase");
        find_indices();
        while (!cursor_.at_end()) clause();
        settle(name);
    }

  private:
    struct Clause {
        std::string_view word;
        void (PhaseRules::*rule)();
        bool repeatable; // allowed again for another array
    };
    static std::array<Clause, 13> const clauses;

    /// Finds the indices first, because `on A(i,j)` may come after the expressions that use their names.
    void find_indices() {
        std::size_t const here = cursor_.position();
        while (!cursor_.at_end() && !(cursor_.at_word("on") && cursor_.at_name(1))) cursor_.take();
        if (!cursor_.at_end()) {
            cursor_.take();
            node_.on = cursor_.expect_name("the array whose owners do the work");
            in_lists([&] { indices_.push_back(cursor_.expect_name("the name of an index")); }, "index names");
        }
        for (std::size_t i = 0; i < indices_.size(); ++i) check_index(i);
        for (Name const& index : indices_) phase_.indices.push_back(index.text);
        cursor_.seek(here);
    }

    void check_index(std::size_t number) {
        Name const& index = indices_[number];
        if (constants_.contains(lower(index.text)))
            cursor_.fail(index.place, fmt::format("{} is already a named constant; use another name", index.text));
        for (std::size_t i = 0; i < number; ++i)
            if (same_word(indices_[i].text, index.text))
                cursor_.fail(index.place, fmt::format("'{}' is named twice; expected different names", index.text));
    }

    /// Parses `(x,y)` or `[x][y]`, if present; `entry` parses each entry.
    void in_lists(std::function<void()> const& entry, std::string_view what) {
        if (cursor_.accept("(")) {
            do entry();
            while (cursor_.accept(","));
            cursor_.expect(")", fmt::format("after the {}", what));
        }
        while (cursor_.accept("[")) {
            entry();
            cursor_.expect("]", fmt::format("after one of the {}", what));
        }
    }

    void clause() {
        Name const word = cursor_.expect_name("a clause such as whole A(:,*) or work 5*n");
        if (cursor_.failed()) return;
        auto const* const found =
            std::ranges::find_if(clauses, [&](Clause const& each) { return same_word(each.word, word.text); });
        if (found == clauses.end()) return unknown(word);
        if (!found->repeatable && std::ranges::find(seen_, found->word) != seen_.end())
            return cursor_.fail(word.place, fmt::format("{} is given twice", word.text));
        seen_.push_back(found->word);
        word_ = found->word;
        (this->*found->rule)();
    }

    void unknown(Name const& word) {
        std::vector<std::string> words;
        for (Clause const& each : clauses) words.emplace_back(each.word);
        fail_unknown(cursor_, word, "is not a clause of phase", words);
    }

    void on() { // find_indices() has read its names already
        cursor_.take();
        in_lists([&] { cursor_.take(); }, "index names");
    }

    // Array accesses, and whether the old contents are needed.

    void reads() { accesses(PhaseAccess::Read); }
    void writes() { accesses(PhaseAccess::Write); }
    void updates() { accesses(PhaseAccess::Update); }
    void accesses(PhaseAccess access) {
        do {
            Name const name = cursor_.expect_name("an array");
            PhaseArray& array = use_of(name);
            if (cursor_.failed()) return;
            if (std::ranges::find(told_, lower(name.text)) != told_.end())
                return cursor_.fail(name.place, told_twice(name.text, access == PhaseAccess::Read && array.access == access,
                                                           cursor_.at("(") || same_word(cursor_.peek().text, "with")));
            told_.push_back(lower(name.text));
            array.access = access;
            Place const first = cursor_.peek().place;
            Subscripts const own = subscripts();
            Place const list = cursor_.since(first);
            if (cursor_.accept_word("with"))
                with(name, own, list);
            else if (!own.empty())
                return cursor_.fail(list, fmt::format("reads, writes and updates take only a name ({0}); give subscripts only with "
                                                      "another array, as in reads {0}(i,j) with {1}(j,i)",
                                                      name.text, same_word(name.text, "A") ? "B" : "A"));
        } while (cursor_.accept(","));
    }

    /// Parses `(i,:,k)`: names of indices; an empty entry for a colon.
    using Subscripts = std::vector<std::optional<Name>>;
    Subscripts subscripts() {
        Subscripts list;
        in_lists(
            [&] {
                if (cursor_.accept(":")) return list.push_back(std::nullopt);
                Name name = cursor_.expect_name("the name of an index, or ':'");
                for (auto const& other : list)
                    if (other && same_word(other->text, name.text))
                        cursor_.fail(name.place, fmt::format("'{}' is named twice; expected different names", name.text));
                list.emplace_back(std::move(name));
            },
            "names of indices");
        return list;
    }

    void with(Name const& name, Subscripts const& own, Place const& own_place) {
        Name const other = cursor_.expect_name(fmt::format("the array whose elements meet those of {}", name.text));
        if (same_word(name.text, other.text)) cursor_.fail(other.place, with_itself(name.text));
        Place const first = cursor_.peek().place;
        Subscripts const theirs = subscripts();
        if (cursor_.failed()) return;
        if (own.empty() != theirs.empty())
            return cursor_.fail(
                own.empty() ? cursor_.since(first) : other.place,
                fmt::format("give subscripts to both or to none, e.g. reads {}(i,j) with {}(j,i)", name.text, other.text));
        PhaseArray& array = use_of(name);
        array.with = other.text;
        array.partner_dims = partner_dims(own, theirs);
        node_.partners.push_back({name, other});
        if (own.empty()) return;
        node_.lists.push_back({name, own.size(), own_place, "subscript"});
        node_.lists.push_back({other, theirs.size(), cursor_.since(first), "subscript"});
    }

    /// Returns an empty list if each dimension has its own index.
    static std::vector<int> partner_dims(Subscripts const& own, Subscripts const& theirs) {
        std::vector<int> dims;
        bool plain = own.size() == theirs.size();
        for (std::size_t d = 0; d < own.size(); ++d) {
            auto const same = [&](auto const& each) { return own[d] && each && same_word(own[d]->text, each->text); };
            auto const found = std::ranges::find_if(theirs, same);
            dims.push_back(found == theirs.end() ? PhaseArray::no_partner : static_cast<int>(found - theirs.begin()));
            plain = plain && dims.back() == static_cast<int>(d);
        }
        return plain ? std::vector<int>{} : dims;
    }

    PhaseArray& use_of(Name const& name) {
        auto const found =
            std::ranges::find_if(phase_.arrays, [&](PhaseArray const& each) { return same_word(each.array, name.text); });
        if (found != phase_.arrays.end()) return *found;
        node_.arrays.push_back(name);
        phase_.arrays.emplace_back().array = name.text;
        return phase_.arrays.back();
    }

    // Clauses about dimensions.

    /// Parses one or several `A(:,*)`, where each entry is a colon or one of `marks`. `take` receives the mark of each dimension.
    void marked(std::string_view marks, std::function<bool(PhaseArray&, std::string const&)> const& take) {
        do {
            Name const name = cursor_.expect_name("an array");
            Place const first = cursor_.peek().place;
            std::string list;
            in_lists([&] { list += mark(marks); }, "marks");
            if (cursor_.failed()) return;
            Place const place = cursor_.since(first);
            if (list.find_first_not_of(':') == std::string::npos)
                return cursor_.fail(list.empty() ? name.place : place,
                                    fmt::format("no dimension of {0} is marked with {1}; expected e.g. {2} {0}({3})", name.text,
                                                marks.front(), word_, fmt::format(":,{}", marks.front())));
            if (!take(use_of(name), list))
                return cursor_.fail(name.place,
                                    fmt::format("{0} of {1} is given twice; put all marks into one list, such as {0} {1}({2})",
                                                word_, name.text, fmt::join(std::string(list.size(), marks.front()), ",")));
            node_.lists.push_back({name, list.size(), place, "mark"});
        } while (cursor_.accept(","));
    }

    char mark(std::string_view marks) {
        for (char const each : marks)
            if (cursor_.accept(std::string_view(&each, 1))) return each;
        if (cursor_.accept(":")) return ':';
        cursor_.fail_expected(fmt::format("`:`, or {} for the dimension that is meant", fmt::join(marks, " or ")));
        return ':';
    }

    void flags(std::string_view marks, std::vector<bool> PhaseArray::*list) {
        marked(marks, [list](PhaseArray& array, std::string const& found) {
            if (!(array.*list).empty()) return false;
            for (char const each : found) (array.*list).push_back(each != ':');
            return true;
        });
    }
    void whole() { flags("*", &PhaseArray::whole); }
    void reduce() { flags("+", &PhaseArray::reduced); }
    void spread() { flags("+", &PhaseArray::spread); }
    void sweep() {
        marked("><", [](PhaseArray& array, std::string const& found) {
            if (!array.sweep.empty()) return false;
            for (char const each : found) array.sweep.push_back(each == '>' ? Sweep::Up : each == '<' ? Sweep::Down : Sweep::None);
            return true;
        });
    }

    void halo() {
        do {
            Name const name = cursor_.expect_name("the array whose neighbours are read");
            Place const first = cursor_.peek().place;
            auto const widths = shadow_widths(cursor_, constants_);
            if (cursor_.failed()) return;
            PhaseArray& array = use_of(name);
            if (!array.halo.empty()) return cursor_.fail(name.place, fmt::format("halo of {} is given twice", name.text));
            bool any = false;
            for (auto const& [width, place] : widths) {
                if (width.low < 0 || width.high < 0) return cursor_.fail(place, "a halo is 0 or more elements wide");
                any = any || width.low > 0 || width.high > 0;
                array.halo.push_back(width);
            }
            Place const place = cursor_.since(first);
            if (!any) return cursor_.fail(place, "a halo of width 0 reads nothing; leave it out");
            node_.lists.push_back({name, widths.size(), place, "width"});
            array.corners = cursor_.accept_word("corners");
        } while (cursor_.accept(","));
    }

    // Amount of work, and number of repetitions.

    void work() {
        phase_.work = work_expression(cursor_, constants_, indices_);
        if (cursor_.accept_word("per")) cursor_.expect_word("element", "after per");
    }

    void where() {
        do
            for (WorkExpression& each : work_conditions(cursor_, constants_, indices_)) phase_.where.push_back(std::move(each));
        while (cursor_.accept(","));
    }

    void repeat() { phase_.repeat = repeat_count(cursor_, constants_); }
    void fixed() { phase_.fixed = true; }

    /// Checks that the phase uses the array on which the work is done.
    void settle(Name const& name) {
        if (cursor_.failed()) return;
        if (node_.on.text.empty()) {
            if (phase_.arrays.empty())
                return cursor_.fail(name.place,
                                    fmt::format("phase {0} uses no array; expected e.g. phase {0}: on A(i,j) work 1", phase_.name));
            auto const changed = [](PhaseArray const& each) { return each.access != PhaseAccess::Read; };
            auto const found = std::ranges::find_if(phase_.arrays, changed);
            node_.on = node_.arrays[found == phase_.arrays.end() ? 0 : as_size(found - phase_.arrays.begin())];
        }
        (void)use_of(node_.on);
        phase_.on = node_.on.text;
        for (auto const& [array, partner] : node_.partners)
            if (phase_.find(partner.text) == nullptr)
                return cursor_.fail(partner.place, fmt::format("phase {} does not use {}", phase_.name, partner.text));
    }

    Cursor& cursor_;
    Constants const& constants_;
    PhaseNode& node_;
    PhaseStatement& phase_;
    std::vector<Name> indices_;
    std::vector<std::string_view> seen_;
    std::vector<std::string> told_; // arrays with a known access, in lower case
    std::string_view word_;         // keyword of the current clause
};

std::array<PhaseRules::Clause, 13> const PhaseRules::clauses = {{
    {"on", &PhaseRules::on, false},
    {"reads", &PhaseRules::reads, true},
    {"writes", &PhaseRules::writes, true},
    {"updates", &PhaseRules::updates, true},
    {"whole", &PhaseRules::whole, true},
    {"halo", &PhaseRules::halo, true},
    {"reduce", &PhaseRules::reduce, true},
    {"spread", &PhaseRules::spread, true},
    {"sweep", &PhaseRules::sweep, true},
    {"work", &PhaseRules::work, false},
    {"where", &PhaseRules::where, false},
    {"repeat", &PhaseRules::repeat, false},
    {"fixed", &PhaseRules::fixed, false},
}};

} // namespace

PhaseNode phase_statement(Cursor& cursor, Constants const& constants) {
    PhaseNode node;
    PhaseRules(cursor, constants, node).statement();
    return node;
}

Index repeat_count(Cursor& cursor, Constants const& constants) {
    Place const first = cursor.peek().place;
    Index const count = constant_expression(cursor, constants);
    if (count < 1) cursor.fail(cursor.since(first), fmt::format("repeated {} times; expected 1 or more", count));
    cursor.accept_word("times");
    return std::max<Index>(count, 1);
}

void check_program(std::vector<ProgramNode> const& lines, Diagnostics& diagnostics) {
    using Kind = ProgramLine::Kind;
    std::vector<std::pair<Place, bool>> open; // open loops, and whether each contains a phase
    std::map<std::string, int> names;
    for (ProgramNode const& line : lines) {
        if (line.kind == Kind::Repeat) {
            open.emplace_back(line.place, false);
            if (open.size() > deepest_loops) diagnostics.fail(line.place, fmt::format("more than {} nested loops", deepest_loops));
        } else if (line.kind == Kind::EndRepeat) {
            if (open.empty()) return diagnostics.fail(line.place, "end repeat without a repeat before it");
            if (!open.back().second) return diagnostics.fail(open.back().first, "this repeat contains no phase");
            open.pop_back();
        } else {
            for (auto& [place, filled] : open) filled = true;
            auto const [known, is_new] = names.try_emplace(lower(line.phase.statement.name), line.place.line);
            if (!is_new)
                return diagnostics.fail(line.phase.name, fmt::format("phase {} is already defined in line {}",
                                                                     line.phase.statement.name, known->second));
        }
    }
    if (!open.empty()) diagnostics.fail(open.back().first, "this repeat has no end; write !dist$ end repeat after its last phase");
}

void check_phase(PhaseNode const& phase, std::vector<ArraySpec const*> const& arrays, Diagnostics& diagnostics) {
    auto const spec_of = [&](std::string const& name) {
        for (std::size_t i = 0; i < arrays.size(); ++i)
            if (same_word(phase.statement.arrays[i].array, name)) return arrays[i];
        return arrays.front();
    };
    for (auto const& [array, entries, place, what] : phase.lists) {
        std::size_t const dims = spec_of(array.text)->extents.size();
        if (entries != dims) return diagnostics.fail(place, dimension_mismatch(array.text, dims, entries, what));
    }
    std::size_t const names = phase.statement.indices.size();
    std::size_t const dims = spec_of(phase.on.text)->extents.size();
    if (names != 0 && names != dims)
        return diagnostics.fail(phase.on.place, dimension_mismatch(phase.on.text, dims, names, "index name"));
    for (auto const& [array, partner] : phase.partners) {
        Extents const& own = spec_of(array.text)->extents;
        Extents const& theirs = spec_of(partner.text)->extents;
        std::vector<int> const& meets = phase.statement.find(array.text)->partner_dims;
        if (meets.empty() && own != theirs)
            return diagnostics.fail(
                partner.place,
                fmt::format("{} and {} have different extents; element by element they cannot meet", array.text, partner.text));
        for (std::size_t d = 0; d < meets.size(); ++d)
            if (meets[d] != PhaseArray::no_partner && own[d] != theirs[as_size(meets[d])])
                return diagnostics.fail(
                    partner.place, fmt::format("dimension {} of {} has {} indices and dimension {} of {} has {}; they cannot meet",
                                               d + 1, array.text, own[d], meets[d] + 1, partner.text, theirs[as_size(meets[d])]));
    }
}

} // namespace tessera::notation
