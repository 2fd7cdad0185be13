// SPDX-License-Identifier: BSD-3-Clause
// Tessera: rules for formats, alignments, sections, shadows and rank lists.
#include "libcore/spec/detail/mapping_rules.hpp"

#include "libcore/base/suggest.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::notation {

namespace {

FormatInfo const* dist_format_named(std::string_view name) {
    auto const found = std::ranges::find_if(dist_formats(), [&](FormatInfo const& info) { return same_word(info.name, name); });
    return found == dist_formats().end() ? nullptr : &*found;
}

/// Returns "first, last or floor". Precondition: there are two words or more.
std::string alternatives(std::span<std::string_view const> words) {
    return fmt::format("{} or {}", fmt::join(words.first(words.size() - 1), ", "), words.back());
}

/// Returns what an error says is expected here: "a distribution format: *, block, block(m), ... or indirect(...)".
std::string expected_format() {
    std::vector<std::string_view> notations;
    for (FormatInfo const& info : dist_formats())
        if (info.pattern != FormatPattern::Whole) notations.push_back(info.notation);
    return fmt::format("a distribution format: *, {}", alternatives(notations));
}

/// Returns the keywords of the formats, for suggestions.
std::vector<std::string> format_names() {
    std::vector<std::string> names;
    for (FormatInfo const& info : dist_formats())
        if (info.pattern != FormatPattern::Whole) names.emplace_back(info.name);
    return names;
}

/// Parses `(1,2,3)`, `((/1,2,3/))`, `([1,2,3])` or `(@file)`.
void value_list(Cursor& cursor, Constants const& constants, ListReader& lists, ValueList& list) {
    cursor.expect("(", "and the values");
    if (cursor.peek().kind == Token::Kind::File) {
        Token const file = cursor.take();
        list.file = file.text;
        list.values = lists.read(list.file, file.place, cursor.diagnostics());
    } else if (!cursor.at(")")) { // an empty dimension has no values
        bool const constructor = cursor.at("(") && cursor.peek(1).is("/");
        if (constructor) cursor.take(), cursor.take();
        bool const bracket = !constructor && cursor.accept("[");
        do list.values.push_back(constant_expression(cursor, constants));
        while (cursor.accept(","));
        if (constructor) cursor.expect("/", "and ')' after the values");
        if (constructor) cursor.expect(")", "after the values");
        if (bracket) cursor.expect("]", "after the values");
    }
    cursor.expect(")", "after the values");
}

/// Parses one of the words of a format; returns its number.
std::size_t format_word(Cursor& cursor, FormatInfo const& info) {
    for (std::size_t number = 0; number < info.words.size(); ++number)
        if (cursor.accept_word(info.words[number])) return number;
    cursor.fail_expected(fmt::format("{} in the parentheses of {}", alternatives(info.words), info.name));
    return 0;
}

/// Parses what stands in parentheses after the keyword, if anything.
FormatArguments format_arguments(Cursor& cursor, Constants const& constants, ListReader& lists, FormatInfo const& info) {
    FormatArguments arguments;
    if (info.argument == FormatArgument::List || info.argument == FormatArgument::Coordinates) {
        value_list(cursor, constants, lists, arguments.list);
    } else if (info.argument == FormatArgument::Size && cursor.accept("(")) {
        arguments.size = constant_expression(cursor, constants);
        cursor.expect(")", "after the block size");
    } else if (info.argument == FormatArgument::Word && cursor.accept("(")) {
        arguments.word = format_word(cursor, info);
        cursor.expect(")", fmt::format("after the word for {}", info.name));
    }
    return arguments;
}

DistFormat format(Cursor& cursor, Constants const& constants, ListReader& lists) {
    if (cursor.accept("*")) return DistFormat::collapsed();
    Name const word = cursor.expect_name(expected_format());
    FormatInfo const* const info = dist_format_named(word.text);
    if (info != nullptr) return info->make(format_arguments(cursor, constants, lists, *info));
    auto const names = format_names();
    cursor.fail(word.place, fmt::format("'{}' is not a distribution format{}", word.text, suggestion(word.text, names)),
                near_names(word.text, names));
    return {};
}

AlignSource align_source(Cursor& cursor, std::vector<Name>& dummies) {
    Place const at = cursor.peek().place;
    if (cursor.accept("*")) return {AlignSource::Kind::Collapsed, 0, at};
    if (cursor.accept(":")) return {AlignSource::Kind::Colon, 0, at};
    Name name = cursor.expect_name("an align dummy, ':' or '*'");
    auto const same = [&](Name const& other) { return same_word(other.text, name.text); };
    if (std::ranges::any_of(dummies, same))
        cursor.fail(at, fmt::format("the align dummy '{}' stands for two dimensions", name.text));
    dummies.push_back(std::move(name));
    return {AlignSource::Kind::Dummy, dummies.size() - 1, at};
}

/// Parses the rest of a triplet after its first bound: `:u:s`.
void rest_of_triplet(Cursor& cursor, Constants const& constants, Triplet& triplet) {
    auto const at_value = [&] {
        return !cursor.at(":") && !cursor.at(",") && !cursor.at(")") && !cursor.at("]") && !cursor.at_end();
    };
    cursor.expect(":", "in the range");
    if (at_value()) triplet.last = constant_expression(cursor, constants);
    if (!cursor.accept(":")) return;
    Place const at = cursor.peek().place;
    triplet.stride = constant_expression(cursor, constants);
    if (triplet.stride == 0) cursor.fail(cursor.since(at), "the stride of a range must not be 0");
}

AlignSubscript align_subscript(Cursor& cursor, Constants const& constants, std::span<Name const> dummies) {
    Place const first = cursor.peek().place;
    AlignSubscript subscript;
    if (cursor.accept("*")) {
        subscript.kind = AlignSubscript::Kind::Replicated;
    } else if (cursor.at(":")) {
        rest_of_triplet(cursor, constants, subscript.range);
    } else {
        subscript.form = linear_expression(cursor, constants, dummies);
        subscript.kind = AlignSubscript::Kind::Linear;
        if (cursor.at(":")) {
            if (subscript.form.dummy) cursor.fail(first, "an align dummy must not stand in a range");
            subscript.kind = AlignSubscript::Kind::Triplet;
            subscript.range.first = subscript.form.offset;
            rest_of_triplet(cursor, constants, subscript.range);
        }
    }
    subscript.place = subscript.range.place = cursor.since(first);
    return subscript;
}

CopySubscript copy_subscript(Cursor& cursor, Constants const& constants, bool half_open) {
    CopySubscript subscript;
    subscript.half_open = half_open;
    Token const token = cursor.peek();
    Token const& next = cursor.peek(1);
    bool const alone = next.is(",") || next.is(")") || next.is("]");
    bool const dummy = token.kind == Token::Kind::Name && !constants.contains(lower(token.text)) && (alone || next.is("="));
    if (dummy) {
        subscript.dummy = cursor.expect_name("a dummy");
        subscript.range.place = token.place;
        if (!cursor.accept("=")) return subscript;
    }
    subscript.range = subscript_triplet(cursor, constants);
    if (subscript.dummy && subscript.range.scalar)
        cursor.fail(subscript.range.place,
                    fmt::format("'{}=' names a range, such as {}=1:50", subscript.dummy->text, subscript.dummy->text));
    return subscript;
}

CopyOperand copy_end(Cursor& cursor, Constants const& constants, std::string_view what) {
    CopyOperand end{cursor.expect_name(what), {}};
    if (cursor.accept("(")) {
        do end.subscripts.push_back(copy_subscript(cursor, constants, false));
        while (cursor.accept(","));
        cursor.expect(")", fmt::format("after the subscripts of {}", end.array.text));
        return end;
    }
    while (cursor.accept("[")) {
        end.subscripts.push_back(copy_subscript(cursor, constants, true));
        cursor.expect("]", "after the subscript");
    }
    return end;
}

/// Returns the operation (sum, product, min, max, ...) if the next word is one.
std::optional<ReduceOp> operation_word(Cursor const& cursor) {
    for (std::string_view const name : reduce_op_names())
        if (cursor.at_word(name)) return reduce_op_named(name).value();
    return std::nullopt;
}

/// Returns whether a word stands before a parenthesis with an array that has subscripts.
bool at_function_of_array(Cursor const& cursor) {
    return cursor.at_name() && cursor.peek(1).is("(") && cursor.at_name(2) && (cursor.peek(3).is("(") || cursor.peek(3).is("["));
}

/// Returns whether the source is reshape(A). In B(i) = reshape(i), an array is called reshape: the target has the dummy.
bool at_reshape(Cursor const& cursor, CopyOperand const& target) {
    if (!cursor.at_word("reshape") || !cursor.peek(1).is("(") || !cursor.at_name(2)) return false;
    bool const dummies = std::ranges::any_of(target.subscripts, [](CopySubscript const& each) { return each.dummy.has_value(); });
    return !dummies || at_function_of_array(cursor);
}

} // namespace

void format_list(Cursor& cursor, Constants const& constants, ListReader& lists, DistributeNode& node) {
    Token const open = cursor.expect("(", "and the distribution formats");
    do {
        Place const first = cursor.peek().place;
        DistFormat value = format(cursor, constants, lists);
        node.formats.push_back({std::move(value), cursor.since(first)});
    } while (cursor.accept(","));
    cursor.expect(")", "after the distribution formats");
    node.list = cursor.since(open.place);
}

std::optional<OntoNode> onto_clause(Cursor& cursor, Constants const& constants) {
    if (!cursor.accept_word("onto")) return std::nullopt;
    OntoNode onto{cursor.expect_name("the name of a processor arrangement after onto"), {}};
    if (!cursor.accept("(")) return onto;
    do onto.subscripts.push_back(subscript_triplet(cursor, constants));
    while (cursor.accept(","));
    cursor.expect(")", "after the section of the arrangement");
    return onto;
}

void align_sources(Cursor& cursor, AlignNode& node) {
    if (!cursor.accept("(")) return;
    auto& sources = node.sources.emplace();
    do sources.push_back(align_source(cursor, node.dummies));
    while (cursor.accept(","));
    cursor.expect(")", "after the dimensions of the aligned array");
}

void align_with(Cursor& cursor, Constants const& constants, AlignNode& node) {
    cursor.expect_word("with", "and the align target");
    node.target = cursor.expect_name("the name of a template or array after with");
    if (!cursor.accept("(")) return;
    auto& subscripts = node.subscripts.emplace();
    do subscripts.push_back(align_subscript(cursor, constants, node.dummies));
    while (cursor.accept(","));
    cursor.expect(")", "after the subscripts of the align target");
}

std::pair<Index, Place> leading_dimension(Cursor& cursor, Constants const& constants) {
    Place const open = cursor.expect("(", "and the leading dimension in elements").place;
    Index const leading = constant_expression(cursor, constants);
    cursor.expect(")", "after the leading dimension");
    return {leading, cursor.since(open)};
}

std::vector<std::pair<ShadowWidth, Place>> shadow_widths(Cursor& cursor, Constants const& constants) {
    std::vector<std::pair<ShadowWidth, Place>> widths;
    cursor.expect("(", "and the shadow widths");
    do {
        Place const first = cursor.peek().place;
        Index const low = constant_expression(cursor, constants);
        Index const high = cursor.accept(":") ? constant_expression(cursor, constants) : low;
        widths.emplace_back(ShadowWidth{low, high}, cursor.since(first));
    } while (cursor.accept(","));
    cursor.expect(")", "after the shadow widths");
    return widths;
}

RanksNode rank_list(Cursor& cursor, Constants const& constants, Name processors) {
    RanksNode node{std::move(processors), {}, {}};
    Token const open = cursor.expect("(", "and the ranks");
    do {
        Triplet range = subscript_triplet(cursor, constants);
        if (range.scalar) range.last = range.first;
        if (!range.first || !range.last) cursor.fail(range.place, "a range of ranks needs both ends, such as 4:11");
        node.ranges.push_back(range);
    } while (cursor.accept(","));
    cursor.expect(")", "after the ranks");
    node.list = cursor.since(open.place);
    return node;
}

GridOrder grid_order(Cursor& cursor) {
    cursor.expect("(", "and row or col");
    bool const column = cursor.accept_word("col") || cursor.accept_word("column");
    if (!column && !cursor.accept_word("row")) cursor.fail_expected("row or col");
    cursor.expect(")", "after the order");
    return column ? GridOrder::ColumnMajor : GridOrder::RowMajor;
}

CopyNode copy_statement(Cursor& cursor, Constants const& constants) {
    Place const first = cursor.peek().place;
    CopyNode node;
    node.target = copy_end(cursor, constants, "the array to copy to");
    cursor.expect("=", "and the array to copy from");
    // An array may be called sum. Then its parentheses hold no array with subscripts.
    if (at_function_of_array(cursor)) node.adds = operation_word(cursor);
    node.reshapes = at_reshape(cursor, node.target);
    bool const function = node.adds || node.reshapes;
    if (function) {
        cursor.take();
        cursor.take();
    }
    if (function && at_function_of_array(cursor) && (cursor.at_word("reshape") || operation_word(cursor)))
        cursor.fail_expected("an array; a copy takes one function");
    node.source = copy_end(cursor, constants,
                           node.adds       ? "the array to add up"
                           : node.reshapes ? "the array to reshape"
                                           : "the array to copy from");
    if (function) cursor.expect(")", node.adds ? "after what is added up" : "after the array to reshape");
    node.place = cursor.since(first);
    return node;
}

Triplet subscript_triplet(Cursor& cursor, Constants const& constants) {
    Place const first = cursor.peek().place;
    Triplet triplet;
    if (!cursor.at(":")) triplet.first = constant_expression(cursor, constants);
    triplet.scalar = !cursor.at(":");
    if (!triplet.scalar) rest_of_triplet(cursor, constants, triplet);
    triplet.place = cursor.since(first);
    return triplet;
}

} // namespace tessera::notation
