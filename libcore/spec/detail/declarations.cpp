// SPDX-License-Identifier: BSD-3-Clause
// Tessera: rules for declarations. Programs contain many declarations that we cannot evaluate. Their errors are reported only if a
// directive names the array.
#include "libcore/spec/detail/declarations.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/spec/detail/element_type.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::notation {

namespace {

Dimension dimension(Cursor& cursor, Constants const& constants) {
    Place const first = cursor.peek().place;
    if (cursor.at("*") || cursor.at(":")) {
        cursor.fail(first, fmt::format("'{}' is not an extent; write the bounds of this dimension", cursor.peek().text));
        return {};
    }
    Dimension result;
    Index upper = constant_expression(cursor, constants);
    if (cursor.accept(":")) {
        result.lower = upper;
        upper = constant_expression(cursor, constants);
    }
    result.place = cursor.since(first);
    auto const span = checked_sub(upper, result.lower);
    auto const extent = span ? checked_add(*span, 1) : std::nullopt;
    if (!extent) cursor.fail(result.place, "the number of indices does not fit 64 bits");
    result.extent = std::max<Index>(extent.value_or(0), 0);
    return result;
}

/// Parses C bounds: `[4][8]` has lower bound 0; `[1:9]` is half-open.
std::vector<Dimension> brackets(Cursor& cursor, Constants const& constants) {
    std::vector<Dimension> dims;
    while (cursor.accept("[")) {
        Place const first = cursor.peek().place;
        Index lower = 0;
        Index end = constant_expression(cursor, constants);
        if (cursor.accept(":")) {
            lower = end;
            end = constant_expression(cursor, constants);
        }
        auto const extent = checked_sub(end, lower);
        if (!extent || *extent < 0)
            cursor.fail(cursor.since(first),
                        fmt::format("the bounds {}:{} make a negative extent; expected 0 or more", lower, end));
        dims.push_back({lower, extent.value_or(0), cursor.since(first)});
        cursor.expect("]",
                      cursor.at(",") ? "after the extent; as in C each extent has its own brackets, [4][8]" : "after the extent");
    }
    return dims;
}

/// Skips an initial value: `= (/ 1, 2 /)`, `= 3.5`, `/ 1, 2 /`.
void skip_initial_value(Cursor& cursor) {
    if (cursor.accept("/")) {
        while (!cursor.at_end() && !cursor.at("/")) cursor.take();
        cursor.accept("/");
    } else if (cursor.accept("=")) {
        cursor.skip_to(",;");
    }
}

/// The attributes between the type and the entities.
struct DeclaredAttributes {
    bool parameter = false;
    std::vector<Dimension> dims;
    std::optional<Error> problem;
};

/// Reads bounds. If they are wrong, stores the error in `problem` and continues after them.
std::vector<Dimension> tolerated_bounds(Cursor& cursor, Constants const& constants, std::optional<Error>& problem) {
    std::size_t const start = cursor.position();
    std::vector<Dimension> dims;
    auto error = cursor.attempt([&] { dims = bounds(cursor, constants); });
    if (!error) return dims;
    if (!problem) problem = std::move(error);
    cursor.seek(start);
    cursor.skip_parenthesized();
    return {};
}

DeclaredAttributes attributes(Cursor& cursor, Constants const& constants) {
    DeclaredAttributes result;
    while (cursor.accept(",")) {
        if (cursor.accept_word("parameter")) {
            result.parameter = true;
        } else if (cursor.at_word("dimension") && cursor.peek(1).is("(")) {
            cursor.take();
            result.dims = tolerated_bounds(cursor, constants, result.problem);
        } else {
            cursor.expect_name("an attribute such as dimension(...)");
            if (cursor.at("(")) cursor.skip_parenthesized(); // intent(in)
        }
    }
    return result;
}

/// Parses `n = 64`. The value need not be an integer: pi = 3.14 becomes a constant without a value.
void named_constant(Cursor& cursor, Constants& constants) {
    Name const name = cursor.expect_name("the name of a constant");
    cursor.expect("=", "and the value of the constant");
    if (cursor.failed()) return;
    std::optional<Index> value;
    auto const error = cursor.attempt([&] {
        value = constant_expression(cursor, constants);
        if (!cursor.at(",") && !cursor.at(")") && !cursor.at(";")) cursor.expect_end("after the value");
    });
    if (error) value.reset();
    cursor.skip_to(",);");
    constants.insert_or_assign(lower(name.text), value);
}

void parameter_statement(Cursor& cursor, Constants& constants) {
    cursor.take();
    cursor.expect("(", "after parameter");
    do named_constant(cursor, constants);
    while (cursor.accept(","));
    cursor.expect(")", "after the constants");
}

/// Parses one entity of the program's own declarations, where errors are only stored.
ArrayDecl program_entity(Cursor& cursor, Constants const& constants, ElementType const& type, DeclaredAttributes const& common) {
    ArrayDecl array{cursor.expect_name("the name of an array"), type, common.dims, StorageOrder::Fortran, common.problem};
    if (cursor.at("[")) {
        array.order = StorageOrder::C;
        if (auto error = cursor.attempt([&] { array.dims = brackets(cursor, constants); })) array.problem = std::move(error);
    } else if (cursor.at("(")) {
        array.dims = tolerated_bounds(cursor, constants, array.problem);
    }
    if (cursor.accept("*")) {
        if (auto error = cursor.attempt([&] { array.type = resized(cursor, constants, type); })) array.problem = std::move(error);
        if (cursor.at("(") && array.dims.empty()) array.dims = tolerated_bounds(cursor, constants, array.problem);
    }
    skip_initial_value(cursor);
    return array;
}

void type_declaration(Cursor& cursor, Constants& constants, Program& program) {
    std::size_t const start = cursor.position();
    ElementType type;
    auto const problem = cursor.attempt([&] { type = element_type(cursor, constants); });
    if (problem) { // e.g. real(dp), whose kind is unknown
        cursor.seek(start + 1);
        if (cursor.accept("*") && cursor.peek().kind == Token::Kind::Integer) cursor.take();
        if (cursor.at("(")) cursor.skip_parenthesized();
    }
    if (cursor.at_word("function") && cursor.at_name(1)) return cursor.skip_to(";");
    DeclaredAttributes common = attributes(cursor, constants);
    if (problem) common.problem = problem;
    cursor.accept_entities();
    do {
        if (common.parameter)
            named_constant(cursor, constants);
        else
            program.arrays.push_back(program_entity(cursor, constants, type, common));
    } while (cursor.accept(","));
}

/// DIMENSION A(30): bounds of arrays whose type is declared elsewhere, or follows from the first letter.
void dimension_statement(Cursor& cursor, Constants const& constants, Program& program) {
    cursor.take();
    cursor.accept_entities();
    do {
        char const letter = to_lower(cursor.at_name() ? cursor.peek().text.front() : 'a');
        ElementType const implicit = letter >= 'i' && letter <= 'n' ? ElementType{"int32", 4} : ElementType{"float32", 4};
        ArrayDecl array = program_entity(cursor, constants, implicit, {});
        auto const typed = std::ranges::find_if(program.arrays, [&](ArrayDecl const& a) {
            return a.dims.empty() && !a.problem && same_word(a.name.text, array.name.text);
        });
        if (typed == program.arrays.end()) {
            program.arrays.push_back(std::move(array));
        } else {
            array.type = typed->type;
            *typed = std::move(array);
        }
    } while (cursor.accept(","));
}

} // namespace

std::vector<Dimension> bounds(Cursor& cursor, Constants const& constants) {
    cursor.expect("(", "before the bounds");
    std::vector<Dimension> dims;
    do dims.push_back(dimension(cursor, constants));
    while (cursor.accept(","));
    cursor.expect(")", "after the bounds");
    return dims;
}

ArrayDecl array_entity(Cursor& cursor, Constants const& constants, ElementType const& type) {
    ArrayDecl array{cursor.expect_name("the name of an array"), type, {}, StorageOrder::Fortran, std::nullopt};
    if (cursor.at("[")) {
        array.order = StorageOrder::C;
        array.dims = brackets(cursor, constants);
    } else if (cursor.at("(")) {
        array.dims = bounds(cursor, constants);
    } else {
        cursor.fail_expected(fmt::format("the bounds of {}, such as (30,30) or [30][30]", array.name.text));
    }
    return array;
}

std::vector<ArrayDecl> array_declaration(Cursor& cursor, Constants const& constants) {
    ElementType const type = element_type(cursor, constants);
    cursor.accept_entities();
    std::vector<ArrayDecl> arrays;
    do arrays.push_back(array_entity(cursor, constants, type));
    while (cursor.accept(","));
    cursor.accept(";");
    return arrays;
}

std::vector<SpaceDecl> space_entities(Cursor& cursor, Constants const& constants, std::string_view what) {
    std::vector<SpaceDecl> spaces;
    do {
        SpaceDecl space{cursor.expect_name(what), {}};
        if (cursor.at("(")) space.dims = bounds(cursor, constants);
        spaces.push_back(std::move(space));
    } while (cursor.accept(","));
    return spaces;
}

void program_statement(Cursor& cursor, Constants& constants, Program& program) {
    for (;;) {
        if (cursor.at_word("parameter") && cursor.peek(1).is("("))
            parameter_statement(cursor, constants);
        else if (cursor.at_word("dimension") && (cursor.at_name(1) || cursor.peek(1).is(":")))
            dimension_statement(cursor, constants, program);
        else if (at_element_type(cursor))
            type_declaration(cursor, constants, program);
        else
            return;
        if (!cursor.accept(";")) break;
    }
    cursor.expect_end("after the declaration");
}

} // namespace tessera::notation
