// SPDX-License-Identifier: BSD-3-Clause
// Tessera: rules for whole directives.
#include "libcore/spec/detail/directives.hpp"

#include "libcore/spec/detail/declarations.hpp"
#include "libcore/spec/detail/io_statements.hpp"
#include "libcore/spec/detail/mapping_rules.hpp"
#include "libcore/spec/detail/phase_statements.hpp"
#include "libcore/spec/detail/region_statements.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace tessera::notation {

namespace {

/// HPF directives that do not concern mappings.
constexpr std::array<std::string_view, 14> passed_over = {"independent", "sequence", "nosequence", "no",    "on",
                                                          "end",         "resident", "reduction",  "new",   "asynchronous",
                                                          "wait",        "range",    "home",       "subset"};

/// Properties that an attribute-form directive applies to each of its entities.
struct DirectiveAttributes {
    bool processors = false;
    bool io_processors = false;
    bool is_template = false;
    bool dynamic = false;
    bool remap = false; ///< redistribute, realign
    std::optional<std::vector<Dimension>> dims;
    std::optional<DistributeNode> distribute;
    std::optional<AlignNode> align;
    std::optional<ShadowNode> shadow;
};

class DirectiveParser {
  public:
    DirectiveParser(Cursor& cursor, Sentinel sentinel, DirectiveContext const& context)
        : cursor_(cursor), sentinel_(sentinel), constants_(context.constants), lists_(context.lists), program_(context.program) {}

    void run() {
        Name const word = cursor_.expect_name("a directive such as distribute or processors");
        if (sentinel_ == Sentinel::Dist && same_word(word.text, "end") && cursor_.at_word("repeat"))
            return end_of_repeat(word.place);
        if (is_passed_over(word.text)) return;
        Rule const* const rule = find_rule(word);
        if (rule == nullptr) return;
        // `align with T :: A` and `distribute as jax(...) :: A` begin with their clause, not with a name.
        bool const name_follows = cursor_.at_name() && !cursor_.at_word("with") && !at_form();
        if (rule->attribute == nullptr || (rule->statement != nullptr && name_follows))
            (this->*rule->statement)();
        else
            attribute_form(*rule);
        cursor_.expect_end(fmt::format("after {}", rule->word));
    }

  private:
    struct Rule {
        std::string_view word;
        void (DirectiveParser::*statement)();
        void (DirectiveParser::*attribute)(DirectiveAttributes&);
        bool ours = false; ///< needs the sentinel !dist$
    };
    static std::array<Rule, 21> const rules;

    static bool is_passed_over(std::string_view word) { return std::ranges::find(passed_over, lower(word)) != passed_over.end(); }

    Rule const* find_rule(Name const& name) {
        auto const* const found = std::ranges::find_if(rules, [&](Rule const& rule) { return same_word(rule.word, name.text); });
        if (found == rules.end()) {
            std::vector<std::string> words;
            for (Rule const& rule : rules) words.emplace_back(rule.word);
            fail_unknown(cursor_, name, "is not a directive", words);
            return nullptr;
        }
        if (found->ours && sentinel_ == Sentinel::Hpf)
            cursor_.fail(name.place, fmt::format("'{}' is a Tessera directive, not an HPF directive: write !dist$ {} ...",
                                                 name.text, found->word));
        return cursor_.failed() ? nullptr : found;
    }

    // Statement form.

    void processors_statement() { append(program_.processors, "the name of a processor arrangement"); }
    void io_processors_statement() { append(program_.io_processors, "the name of an I/O processor arrangement"); }
    void template_statement() { append(program_.templates, "the name of a template"); }
    void append(std::vector<SpaceDecl>& spaces, std::string_view what) {
        for (SpaceDecl& space : space_entities(cursor_, constants_, what)) spaces.push_back(std::move(space));
    }

    void align_statement() { program_.aligns.push_back(align(cursor_.expect_name("the array to align"))); }
    void realign_statement() { program_.remaps.emplace_back(align(cursor_.expect_name("the array to realign"))); }
    AlignNode align(Name alignee) {
        AlignNode node;
        node.alignee = std::move(alignee);
        node.extended = sentinel_ == Sentinel::Dist;
        align_sources(cursor_, node);
        align_with(cursor_, constants_, node);
        return node;
    }

    void distribute_statement() { program_.distributes.push_back(distribute(distributee())); }
    void redistribute_statement() { program_.remaps.emplace_back(distribute(distributee())); }
    void io_distribute_statement() {
        program_.io_distributes.push_back(distribute(distributee()));
        if (auto const& leading = program_.io_distributes.back().leading)
            cursor_.fail(leading->second, "I/O processors hold no array, so they have no leading dimension");
        if (!program_.io_distributes.back().form.empty())
            cursor_.fail(program_.io_distributes.back().list,
                         "forms distribute arrays; io_distribute takes formats: (block) onto Pio");
    }
    Name distributee() { return cursor_.expect_name("the array or template to distribute"); }
    DistributeNode distribute(Name distributee) {
        DistributeNode node;
        node.distributee = std::move(distributee);
        node.extended = sentinel_ == Sentinel::Dist;
        if (at_form()) {
            foreign_form(node);
            return node;
        }
        format_list(cursor_, constants_, lists_, node);
        node.onto = onto_clause(cursor_, constants_);
        Place const lld = cursor_.peek().place;
        if (!cursor_.accept_word("lld")) return node;
        node.leading = leading_dimension(cursor_, constants_);
        if (sentinel_ == Sentinel::Hpf)
            cursor_.fail(lld, "HPF has no leading dimension: write !dist$ distribute A(...) onto P lld(...)");
        return node;
    }

    /// Returns whether `as jax(...)` is next. `as(` or `as as` means that the array is called AS.
    bool at_form() const { return cursor_.at_word("as") && !cursor_.peek(1).is("(") && !cursor_.at_word("as", 1); }

    void foreign_form(DistributeNode& node) {
        Place const as = cursor_.take().place;
        if (sentinel_ == Sentinel::Hpf)
            return cursor_.fail(as, "HPF has no forms of other systems: write !dist$ distribute A as ... for these");
        Place const first = cursor_.peek().place;
        while (!cursor_.at_end() && !cursor_.at_entities()) node.form.push_back(cursor_.take());
        if (node.form.empty()) return cursor_.fail_expected("a form such as jax(...), dtensor(...) or {devices=...} after as");
        node.list = cursor_.since(first);
        node.form.push_back({Token::Kind::End, {}, cursor_.peek().place});
    }

    void dynamic_statement() {
        do program_.dynamics.push_back(cursor_.expect_name("the name of an array or template"));
        while (cursor_.accept(","));
    }

    void addends_statement() {
        ReduceOp op = ReduceOp::Sum;
        if (cursor_.accept("(")) {
            Name const name = cursor_.expect_name("the operation on the addends, such as sum or max");
            if (auto const known = reduce_op_named(lower(name.text)))
                op = *known;
            else
                cursor_.fail(name.place, known.error().message);
            cursor_.expect(")", "after the operation on the addends");
        }
        do program_.addends.emplace_back(cursor_.expect_name("the array whose last dimension counts addends"), op);
        while (cursor_.accept(","));
    }

    void shadow_statement() {
        Name array = cursor_.expect_name("the array that has the shadow");
        program_.shadows.push_back({std::move(array), shadow_widths(cursor_, constants_)});
    }

    void inherit_statement() {
        cursor_.fail(
            cursor_.last_place(),
            "inherit takes the mapping of a caller, but a job file has no caller; write the mapping with distribute or align");
    }

    void ranks_statement() {
        Name processors = cursor_.expect_name("the arrangement that the ranks belong to");
        program_.ranks.push_back(rank_list(cursor_, constants_, std::move(processors)));
    }

    void order_statement() {
        Name processors = cursor_.expect_name("the arrangement whose ranks are ordered");
        program_.orders.push_back({std::move(processors), grid_order(cursor_)});
    }

    void array_statement() {
        for (ArrayDecl& array : array_declaration(cursor_, constants_)) program_.arrays.push_back(std::move(array));
    }

    void copy_directive() { program_.copies.push_back(copy_statement(cursor_, constants_)); }

    void io_directive() {
        program_.io.push_back(io_statement(cursor_, constants_));
        program_.io.back().remaps = program_.remaps.size();
    }

    void region_directive() {
        program_.regions.push_back(region_statement(cursor_, constants_));
        program_.regions.back().remaps = program_.remaps.size();
    }

    // The program.

    void phase_directive() {
        Place const place = cursor_.last_place();
        add_line({ProgramLine::Kind::Phase, phase_statement(cursor_, constants_), 1, 0, place});
    }
    void repeat_directive() {
        Place const place = cursor_.last_place();
        Index const count = cursor_.at_end() ? 0 : repeat_count(cursor_, constants_); // 0: without end
        add_line({ProgramLine::Kind::Repeat, {}, count, 0, place});
    }
    void end_of_repeat(Place const& place) {
        cursor_.take();
        add_line({ProgramLine::Kind::EndRepeat, {}, 1, 0, cursor_.since(place)});
        cursor_.expect_end("after end repeat");
    }
    void add_line(ProgramNode line) {
        line.remaps = program_.remaps.size();
        program_.phases.push_back(std::move(line));
    }

    // Attribute form.

    void processors_attribute(DirectiveAttributes& all) { all.processors = true; }
    void io_processors_attribute(DirectiveAttributes& all) { all.io_processors = true; }
    void template_attribute(DirectiveAttributes& all) { all.is_template = true; }
    void dynamic_attribute(DirectiveAttributes& all) { all.dynamic = true; }
    void distribute_attribute(DirectiveAttributes& all) { all.distribute = distribute({}); }
    void redistribute_attribute(DirectiveAttributes& all) {
        distribute_attribute(all);
        all.remap = true;
    }
    void align_attribute(DirectiveAttributes& all) { all.align = align({}); }
    void realign_attribute(DirectiveAttributes& all) {
        align_attribute(all);
        all.remap = true;
    }
    void shadow_attribute(DirectiveAttributes& all) { all.shadow = ShadowNode{{}, shadow_widths(cursor_, constants_)}; }
    void dimension_attribute(DirectiveAttributes& all) { all.dims = bounds(cursor_, constants_); }

    void attribute_form(Rule const& first) {
        DirectiveAttributes all;
        (this->*first.attribute)(all);
        while (cursor_.accept(",")) {
            Name const word = cursor_.expect_name("an attribute");
            Rule const* const rule = find_rule(word);
            if (rule == nullptr) return;
            if (rule->attribute == nullptr) return cursor_.fail(word.place, fmt::format("'{}' is not an attribute", word.text));
            (this->*rule->attribute)(all);
        }
        if (!cursor_.accept_entities()) cursor_.fail_expected("'::' and the names the directive is about");
        do entity(all);
        while (cursor_.accept(","));
    }

    void entity(DirectiveAttributes const& all) {
        Name const name = cursor_.expect_name("a name");
        std::vector<Dimension> dims = all.dims.value_or(std::vector<Dimension>{});
        bool const declares = all.processors || all.io_processors || all.is_template;
        if (declares && cursor_.at("(")) dims = bounds(cursor_, constants_);
        if (all.processors) program_.processors.push_back({name, dims});
        if (all.io_processors) program_.io_processors.push_back({name, dims});
        if (all.is_template) program_.templates.push_back({name, dims});
        if (all.dynamic) program_.dynamics.push_back(name);
        if (all.distribute) remap_or(program_.distributes, *all.distribute, &DistributeNode::distributee, name, all.remap);
        if (all.align) remap_or(program_.aligns, *all.align, &AlignNode::alignee, name, all.remap);
        if (all.shadow) program_.shadows.push_back({name, all.shadow->widths});
    }

    template <class Node>
    void remap_or(std::vector<Node>& statics, Node node, Name Node::*whom, Name const& name, bool remap) {
        node.*whom = name;
        if (remap)
            program_.remaps.emplace_back(std::move(node));
        else
            statics.push_back(std::move(node));
    }

    Cursor& cursor_;
    Sentinel sentinel_;
    Constants const& constants_;
    ListReader& lists_;
    Program& program_;
};

using Parser = DirectiveParser;
std::array<Parser::Rule, 21> const Parser::rules = {{
    {"processors", &Parser::processors_statement, &Parser::processors_attribute},
    {"template", &Parser::template_statement, &Parser::template_attribute},
    {"align", &Parser::align_statement, &Parser::align_attribute},
    {"realign", &Parser::realign_statement, &Parser::realign_attribute},
    {"distribute", &Parser::distribute_statement, &Parser::distribute_attribute},
    {"redistribute", &Parser::redistribute_statement, &Parser::redistribute_attribute},
    {"dynamic", &Parser::dynamic_statement, &Parser::dynamic_attribute},
    {"shadow", &Parser::shadow_statement, &Parser::shadow_attribute},
    {"dimension", nullptr, &Parser::dimension_attribute},
    {"inherit", &Parser::inherit_statement, nullptr},
    {"io_processors", &Parser::io_processors_statement, &Parser::io_processors_attribute},
    {"io_distribute", &Parser::io_distribute_statement, nullptr},
    {"ranks", &Parser::ranks_statement, nullptr, true},
    {"order", &Parser::order_statement, nullptr, true},
    {"addends", &Parser::addends_statement, nullptr, true},
    {"copy", &Parser::copy_directive, nullptr, true},
    {"array", &Parser::array_statement, nullptr, true},
    {"io", &Parser::io_directive, nullptr, true},
    {"region", &Parser::region_directive, nullptr, true},
    {"phase", &Parser::phase_directive, nullptr, true},
    {"repeat", &Parser::repeat_directive, nullptr, true},
}};

} // namespace

void directive(Cursor& cursor, Sentinel sentinel, DirectiveContext const& context) {
    DirectiveParser(cursor, sentinel, context).run();
}

} // namespace tessera::notation
