// SPDX-License-Identifier: BSD-3-Clause
// Tessera: rules of `!dist$ io`.
#include "libcore/spec/detail/io_statements.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/size_text.hpp"
#include "libcore/spec/detail/mapping_rules.hpp"
#include "libcore/spec/detail/triplets.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace tessera::notation {

namespace {

class IoRules {
  public:
    IoRules(Cursor& cursor, Constants const& constants, IoNode& node)
        : cursor_(cursor), constants_(constants), node_(node), statement_(node.statement) {}

    void statement() {
        if (cursor_.accept_word("write"))
            statement_.direction = IoDirection::Write;
        else
            cursor_.expect_word("read", "or 'write'");
        node_.array = cursor_.expect_name("the array to read or to write");
        look_for_dummy();
        array_section();
        while (!cursor_.at_end()) clause();
    }

    void ranges(std::optional<ForClause> const& each) {
        if (each) dummies_ = {Name{each->dummy, {}}};
        do range();
        while (cursor_.accept(","));
        cursor_.expect_end("after the ranges");
    }

  private:
    struct Clause {
        std::string_view word;
        void (IoRules::*rule)();
    };
    static std::array<Clause, 8> const clauses;

    /// Finds the dummy first, because `for(p=...)` comes after the ranges that use p.
    void look_for_dummy() {
        for (std::size_t ahead = 0; cursor_.peek(ahead).kind != Token::Kind::End; ++ahead)
            if (cursor_.at_word("for", ahead) && cursor_.peek(ahead + 1).is("(") && cursor_.at_name(ahead + 2))
                dummies_ = {Name{std::string(cursor_.peek(ahead + 2).text), cursor_.peek(ahead + 2).place}};
    }

    void array_section() {
        if (cursor_.accept("(")) {
            do range();
            while (cursor_.accept(","));
            cursor_.expect(")", fmt::format("after the subscripts of {}", node_.array.text));
        }
        while (cursor_.accept("[")) {
            range();
            cursor_.expect("]", "after the subscript");
        }
    }

    void range() {
        Place const first = cursor_.peek().place;
        RankTriplet range;
        if (!cursor_.at(":")) range.first = index();
        range.scalar = !cursor_.accept(":");
        if (!range.scalar) {
            if (!at_separator()) range.last = index();
            if (cursor_.accept(":")) range.stride = stride();
        }
        statement_.section.push_back(range);
        node_.subscripts.push_back(cursor_.since(first));
    }

    [[nodiscard]] bool at_separator() const {
        return cursor_.at(":") || cursor_.at(",") || cursor_.at(")") || cursor_.at("]") || cursor_.at_end();
    }

    RankIndex index() {
        LinearForm const form = linear_expression(cursor_, constants_, dummies_);
        return {form.offset, form.dummy ? form.stride : 0};
    }

    Index stride() {
        Place const at = cursor_.peek().place;
        Index const value = constant_expression(cursor_, constants_);
        if (value == 0) cursor_.fail(cursor_.since(at), "the stride of a range must not be 0");
        return value;
    }

    void clause() {
        Name const word = cursor_.expect_name("a clause such as memory(4MiB)");
        auto const* const found =
            std::ranges::find_if(clauses, [&](Clause const& each) { return same_word(each.word, word.text); });
        if (found == clauses.end()) return unknown(word);
        if (std::ranges::find(seen_, found->word) != seen_.end())
            return cursor_.fail(word.place, fmt::format("{} is given twice", found->word));
        seen_.push_back(found->word);
        (this->*found->rule)();
    }

    void unknown(Name const& word) {
        std::vector<std::string> words;
        for (Clause const& each : clauses) words.emplace_back(each.word);
        fail_unknown(cursor_, word, "is not a clause of io", words);
    }

    void open(std::string_view what) { cursor_.expect("(", fmt::format("and {}", what)); }
    void close(std::string_view word) { cursor_.expect(")", fmt::format("after {}", word)); }

    void for_clause() {
        open("the ranks, e.g. (p=0:15)");
        statement_.each = rank_span(cursor_, constants_);
        close("the ranks");
    }

    void state_clause() {
        open("a state: from, to or a number");
        Token const state = cursor_.take();
        bool const word = state.kind == Token::Kind::Name || state.kind == Token::Kind::Integer;
        if (!word) cursor_.fail(state.place, fmt::format("expected from, to or the number of a state, found {}", shown(state)));
        statement_.state = std::string(state.text);
        node_.state = state.place;
        close("the state");
    }

    void order_clause() {
        statement_.order = grid_order(cursor_) == GridOrder::ColumnMajor ? StorageOrder::Fortran : StorageOrder::C;
    }

    void chunk_clause() {
        open("the extents of a chunk");
        Place const first = cursor_.peek().place;
        do statement_.chunk.push_back(at_least_one("a chunk extent"));
        while (cursor_.accept(","));
        node_.chunk = cursor_.since(first);
        close("the chunk");
    }

    void access_clause() {
        open("direct, sieve or two-phase");
        Place const first = cursor_.peek().place;
        std::string word = cursor_.expect_name("direct, sieve or two-phase").text;
        if (same_word(word, "two") && cursor_.accept("-")) word += "-" + cursor_.expect_name("two-phase").text;
        statement_.access = access_named(word);
        if (!statement_.access)
            cursor_.fail(cursor_.since(first), fmt::format("'{}' is not a method; expected direct, sieve or two-phase", word));
        close("the method");
    }

    void domains_clause() {
        constexpr std::string_view kinds = "static, dynamic or cyclic";
        open(kinds);
        Name const word = cursor_.expect_name(kinds);
        statement_.domains = domain_kind_named(word.text);
        if (!statement_.domains)
            return cursor_.fail(word.place, fmt::format("'{}' is not a kind of file domains; expected {}", word.text, kinds));
        if (*statement_.domains == DomainKind::BlockCyclic && cursor_.accept("(")) {
            statement_.block = at_least_one("a block");
            close("the block");
        }
        close("the domains");
    }

    void aggregators_clause() {
        open("how many aggregators");
        statement_.aggregators = at_least_one("the number of aggregators");
        close("the aggregators");
    }

    void memory_clause() {
        open("a size such as 4MiB");
        if (cursor_.peek().kind != Token::Kind::Integer) return cursor_.fail_expected("a size such as 4MiB");
        Place const first = cursor_.peek().place;
        std::string text(cursor_.take().text);
        if (cursor_.at_name()) text += cursor_.take().text;
        if (auto const size = parse_size(text))
            statement_.memory = *size;
        else
            cursor_.fail(cursor_.since(first), size.error().message);
        close("the size");
    }

    Index at_least_one(std::string_view what) {
        Place const first = cursor_.peek().place;
        Index const value = constant_expression(cursor_, constants_);
        if (value < 1) cursor_.fail(cursor_.since(first), fmt::format("{} is 1 or more, not {}", what, value));
        return value;
    }

    Cursor& cursor_;
    Constants const& constants_;
    IoNode& node_;
    IoStatement& statement_;
    std::vector<Name> dummies_; // the dummy of `for`
    std::vector<std::string_view> seen_;
};

std::array<IoRules::Clause, 8> const IoRules::clauses = {{
    {"for", &IoRules::for_clause},
    {"state", &IoRules::state_clause},
    {"order", &IoRules::order_clause},
    {"chunk", &IoRules::chunk_clause},
    {"access", &IoRules::access_clause},
    {"domains", &IoRules::domains_clause},
    {"aggregators", &IoRules::aggregators_clause},
    {"memory", &IoRules::memory_clause},
}};

std::optional<Index> evaluated(RankIndex const& index, Rank p) {
    auto const part = checked_mul(index.per_rank, Index{p});
    return part ? checked_add(index.at, *part) : std::nullopt;
}

bool depends_on_rank(RankTriplet const& range) {
    auto const depends = [](std::optional<RankIndex> const& end) { return end && end->per_rank != 0; };
    return depends(range.first) || depends(range.last);
}

/// Checks one subscript for all ranks. With a stride, the last index is not linear in the rank, so every rank is checked.
void check_range(IoNode const& node, std::size_t d, ArraySpec const& array, Diagnostics& diagnostics) {
    RankTriplet const& range = node.statement.section[d];
    ForClause const ranks = node.statement.each && depends_on_rank(range) ? *node.statement.each : ForClause{"p", 0, 0};
    for (Rank p = ranks.first; p <= ranks.last && !diagnostics.failed(); ++p) {
        auto triplet = triplet_of(range, p);
        if (!triplet) return diagnostics.fail(node.subscripts[d], "this range does not fit 64 bits");
        triplet->place = node.subscripts[d];
        Diagnostics trial;
        std::string const what = fmt::format("dimension {} of {}", d + 1, array.name);
        (void)checked_triplet(*triplet, array.order == StorageOrder::C, array.lower[d], array.extents[d], what, trial);
        if (!trial.failed()) continue;
        Error error = trial.error();
        if (depends_on_rank(range)) error.message = fmt::format("with {} = {}, {}", ranks.dummy, p, error.message);
        diagnostics.fail(std::move(error));
    }
}

} // namespace

std::optional<Triplet> triplet_of(RankTriplet const& range, Rank p) {
    Triplet triplet;
    triplet.stride = range.stride;
    triplet.scalar = range.scalar;
    if (range.first && !(triplet.first = evaluated(*range.first, p))) return std::nullopt;
    if (range.last && !(triplet.last = evaluated(*range.last, p))) return std::nullopt;
    return triplet;
}

IoNode io_statement(Cursor& cursor, Constants const& constants) {
    IoNode node;
    node.statement.line = cursor.last_place().line;
    IoRules(cursor, constants, node).statement();
    return node;
}

void io_section(Cursor& cursor, Constants const& constants, std::optional<ForClause> const& each, IoNode& node) {
    node.statement.section.clear();
    node.subscripts.clear();
    IoRules(cursor, constants, node).ranges(each);
}

ForClause rank_span(Cursor& cursor, Constants const& constants) {
    ForClause span;
    span.dummy = lower(cursor.expect_name("a name for the ranks, e.g. p=0:15").text);
    cursor.expect("=", "and the ranks, e.g. p=0:15");
    Place const first = cursor.peek().place;
    Index const from = constant_expression(cursor, constants);
    cursor.expect(":", "between the first and the last rank");
    Index const to = constant_expression(cursor, constants);
    if (from < 0 || to < from || to >= most_io_ranks)
        cursor.fail(cursor.since(first),
                    fmt::format("{}:{} is not a range of ranks; expected a first and a last rank between 0 and {}", from, to,
                                most_io_ranks - 1));
    else
        span = {span.dummy, static_cast<Rank>(from), static_cast<Rank>(to)};
    return span;
}

void check_io(IoNode const& node, ArraySpec const& array, Diagnostics& diagnostics) {
    std::size_t const dims = array.extents.size();
    IoStatement const& statement = node.statement;
    if (!statement.section.empty() && statement.section.size() != dims)
        return diagnostics.fail(joined(node.subscripts.front(), node.subscripts.back()),
                                dimension_mismatch(array.name, dims, statement.section.size(), "subscript"));
    for (std::size_t d = 0; d < statement.section.size(); ++d) check_range(node, d, array, diagnostics);
    if (!statement.chunk.empty() && statement.chunk.size() != dims)
        diagnostics.fail(node.chunk, dimension_mismatch(array.name, dims, statement.chunk.size(), "chunk extent"));
}

} // namespace tessera::notation
