// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tables of element types.
#include "libcore/spec/detail/element_type.hpp"

#include "libcore/base/suggest.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

namespace tessera::notation {

namespace {

/// A word that is a complete type.
struct TypeWord {
    std::string_view word;
    std::string_view numpy;
    Index bytes;
};
// The numpy name itself comes last, so that plain_type finds the C word first.
constexpr std::array type_words = {
    TypeWord{"double", "float64", 8},
    TypeWord{"float", "float32", 4},
    TypeWord{"int", "int32", 4},
    TypeWord{"long", "int64", 8},
    TypeWord{"short", "int16", 2},
    TypeWord{"char", "int8", 1},
    TypeWord{"byte", "int8", 1},
    TypeWord{"half", "float16", 2},
    TypeWord{"size_t", "uint64", 8},
    TypeWord{"real32", "float32", 4},
    TypeWord{"real64", "float64", 8},
    TypeWord{"real128", "float128", 16},
    TypeWord{"float16", "float16", 2},
    TypeWord{"bfloat16", "bfloat16", 2},
    TypeWord{"float32", "float32", 4},
    TypeWord{"float64", "float64", 8},
    TypeWord{"float128", "float128", 16},
    TypeWord{"complex64", "complex64", 8},
    TypeWord{"complex128", "complex128", 16},
    TypeWord{"complex256", "complex256", 32},
    TypeWord{"int8", "int8", 1},
    TypeWord{"int16", "int16", 2},
    TypeWord{"int32", "int32", 4},
    TypeWord{"int64", "int64", 8},
    TypeWord{"uint8", "uint8", 1},
    TypeWord{"uint16", "uint16", 2},
    TypeWord{"uint32", "uint32", 4},
    TypeWord{"uint64", "uint64", 8},
    TypeWord{"bool", "bool", 1},
    TypeWord{"logical16", "logical16", 2},
    TypeWord{"logical32", "logical32", 4},
    TypeWord{"logical64", "logical64", 8},
};

/// A Fortran type with sizes. The numpy name is `numpy` followed by `unit` * bytes ("float" + 8*bytes). If `numpy` is empty, it is
/// one of `sizes`.
struct Family {
    std::string_view word;
    Index default_bytes;
    Index bytes_per_kind; // complex(8) has 16 bytes
    std::string_view sizes;
};
constexpr std::array families = {
    Family{"real", 4, 1, "2, 4, 8 or 16"},   Family{"integer", 4, 1, "1, 2, 4 or 8"}, Family{"complex", 8, 2, "8, 16 or 32"},
    Family{"logical", 4, 1, "1, 2, 4 or 8"}, Family{"character", 1, 1, "1 or more"},
};

TypeWord const* find_word(std::string_view word) {
    auto const* const found = std::ranges::find_if(type_words, [&](TypeWord const& t) { return same_word(t.word, word); });
    return found == type_words.end() ? nullptr : found;
}

/// Splits "real8" into the family real and "8". Returns nothing if the word is not a family followed by digits.
std::optional<std::pair<Family const*, std::string_view>> find_family(std::string_view word) {
    auto const letters = as_size(std::ranges::find_if(word, is_digit) - word.begin());
    for (Family const& family : families)
        if (same_word(word.substr(0, letters), family.word) && std::ranges::all_of(word.substr(letters), is_digit))
            return std::pair{&family, word.substr(letters)};
    return std::nullopt;
}

/// Returns whether the word is V24 or S10: numpy's raw bytes and byte strings.
bool is_sized_letter(std::string_view word) {
    return word.size() > 1 && (word.front() == 'V' || word.front() == 'S') && std::ranges::all_of(word.substr(1), is_digit);
}

std::optional<ElementType> family_type(Family const& family, Index bytes) {
    auto const one_of = [&](std::initializer_list<Index> sizes) { return std::ranges::find(sizes, bytes) != sizes.end(); };
    if (family.word == "character" && bytes > 0) return ElementType{fmt::format("S{}", bytes), bytes};
    if (bytes > 32) return std::nullopt;
    if (family.word == "real" && one_of({2, 4, 8, 16})) return ElementType{fmt::format("float{}", 8 * bytes), bytes};
    if (family.word == "complex" && one_of({8, 16, 32})) return ElementType{fmt::format("complex{}", 8 * bytes), bytes};
    if (family.word == "logical" && bytes == 1) return ElementType{"bool", 1};
    if (family.word == "logical" && one_of({2, 4, 8})) return ElementType{fmt::format("logical{}", 8 * bytes), bytes};
    if (family.word == "integer" && one_of({1, 2, 4, 8})) return ElementType{fmt::format("int{}", 8 * bytes), bytes};
    return std::nullopt;
}

ElementType sized(Cursor& cursor, Family const& family, Index bytes, Place const& first) {
    auto const type = family_type(family, bytes);
    if (!type)
        cursor.fail(cursor.since(first), fmt::format("{} has no size of {} bytes; expected {}", family.word, bytes, family.sizes));
    return type.value_or(ElementType{});
}

std::optional<Index> digits_value(std::string_view digits) {
    Index value = 0;
    auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc()) return std::nullopt;
    return value;
}

/// Parses `(8)`, `(kind=8)`, `(len=10)` or `(len=10, kind=1)` and returns the bytes.
Index kind_in_parentheses(Cursor& cursor, Constants const& constants, Family const& family) {
    bool const is_character = family.word == "character";
    Index bytes = family.default_bytes;
    cursor.expect("(", "before the kind");
    do {
        bool const kind = cursor.at_word("kind") && cursor.peek(1).is("=");
        bool const length = cursor.at_word("len") && cursor.peek(1).is("=");
        if (kind || length) cursor.take(), cursor.take();
        Index const value = constant_expression(cursor, constants);
        if (is_character && kind) continue; // a character of any kind has one byte
        bytes = value < 0 || value > 1'000'000'000 ? -1 : value * family.bytes_per_kind;
    } while (cursor.accept(","));
    cursor.expect(")", "after the kind");
    return bytes;
}

ElementType family_with_size(Cursor& cursor, Constants const& constants, Family const& family, std::string_view digits,
                             Place const& first) {
    if (!digits.empty()) return sized(cursor, family, digits_value(digits).value_or(-1), first);
    if (cursor.accept("*")) {
        Token const size = cursor.peek();
        if (size.kind != Token::Kind::Integer) cursor.fail_expected(fmt::format("a size in bytes after '{}*'", family.word));
        cursor.take();
        return sized(cursor, family, digits_value(size.text).value_or(-1), first);
    }
    if (cursor.at("(")) return sized(cursor, family, kind_in_parentheses(cursor, constants, family), first);
    return sized(cursor, family, family.default_bytes, first);
}

ElementType raw_bytes(Cursor& cursor, Constants const& constants) {
    cursor.expect("(", "and a size after 'bytes'");
    Place const first = cursor.peek().place;
    Index const size = constant_expression(cursor, constants);
    if (size < 1) cursor.fail(cursor.since(first), fmt::format("bytes({}): expected a size of at least 1", size));
    cursor.expect(")", "after the size");
    return {fmt::format("V{}", size), size};
}

ElementType unsigned_type(Cursor& cursor) {
    ElementType type{"uint32", 4};
    if (TypeWord const* const word = cursor.at_name() ? find_word(cursor.peek().text) : nullptr) {
        if (word->numpy.starts_with("int")) {
            cursor.take();
            type = {fmt::format("u{}", word->numpy), word->bytes};
        }
    }
    return type;
}

std::vector<std::string> all_words() {
    std::vector<std::string> words = {"bytes", "unsigned"};
    for (TypeWord const& word : type_words) words.emplace_back(word.word);
    for (Family const& family : families) words.emplace_back(family.word);
    return words;
}

/// Returns whether a declared entity follows the next `ahead` tokens.
bool entity_at(Cursor const& cursor, std::size_t ahead) {
    Token const& next = cursor.peek(ahead);
    return next.kind == Token::Kind::Name || next.is(",") || (next.is(":") && cursor.peek(ahead + 1).is(":"));
}

ElementType type_word(Cursor& cursor, TypeWord const& word) {
    if (word.word == "double" && cursor.accept_word("complex")) return {"complex128", 16};
    if (word.word == "double") cursor.accept_word("precision");
    if (word.word == "long" || word.word == "short") {
        if (word.word == "long") cursor.accept_word("long");
        if (cursor.at_word("int") && entity_at(cursor, 1)) cursor.take();
    }
    return {std::string(word.numpy), word.bytes};
}

} // namespace

bool at_element_type(Cursor const& cursor) {
    if (!cursor.at_name()) return false;
    std::string_view const word = cursor.peek().text;
    Token const& next = cursor.peek(1);
    bool const entity_follows = entity_at(cursor, 1);
    if (find_word(word) || is_sized_letter(word) || same_word(word, "unsigned")) return entity_follows;
    if (same_word(word, "bytes")) return next.is("(");
    return find_family(word) && (entity_follows || next.is("*") || next.is("("));
}

ElementType element_type(Cursor& cursor, Constants const& constants) {
    Name const name = cursor.expect_name("an element type, such as real*8 or int32");
    if (TypeWord const* const word = find_word(name.text)) return type_word(cursor, *word);
    if (same_word(name.text, "bytes")) return raw_bytes(cursor, constants);
    if (same_word(name.text, "unsigned")) return unsigned_type(cursor);
    if (auto const family = find_family(name.text))
        return family_with_size(cursor, constants, *family->first, family->second, name.place);
    if (is_sized_letter(name.text)) {
        Index const bytes = digits_value(std::string_view(name.text).substr(1)).value_or(0);
        if (bytes < 1) cursor.fail(name.place, fmt::format("'{}': expected a size of at least 1", name.text));
        return {name.text, bytes};
    }
    auto const words = all_words();
    cursor.fail(name.place, fmt::format("'{}' is not an element type{}", name.text, suggestion(name.text, words)),
                near_names(name.text, words));
    return {};
}

ElementType resized(Cursor& cursor, Constants const& constants, ElementType const& type) {
    std::string_view const name = type.name;
    std::string_view const word = name.starts_with("float")                       ? "real"
                                  : name.starts_with("complex")                   ? "complex"
                                  : name.starts_with("S")                         ? "character"
                                  : name.starts_with("logical") || name == "bool" ? "logical"
                                                                                  : "integer";
    Family const& family = *find_family(word)->first;
    Place const first = cursor.peek().place;
    if (cursor.at("(")) return sized(cursor, family, kind_in_parentheses(cursor, constants, family), first);
    Index const bytes = digits_value(cursor.peek().text).value_or(-1);
    if (cursor.peek().kind != Token::Kind::Integer) cursor.fail_expected("a size in bytes after '*'");
    cursor.take();
    return sized(cursor, family, bytes, first);
}

std::optional<std::string> fortran_type(ElementType const& type) {
    for (Family const& family : families) {
        if (family_type(family, type.bytes) != type) continue;
        return type.bytes == family.default_bytes ? std::string(family.word) : fmt::format("{}*{}", family.word, type.bytes);
    }
    return std::nullopt;
}

std::string plain_type(ElementType const& type) {
    for (TypeWord const& word : type_words)
        if (word.numpy == type.name && word.bytes == type.bytes) return std::string(word.word);
    if (type.name == fmt::format("S{}", type.bytes)) return type.name;
    if (type.name == "text") return type.name; // text has any length: only reports show it, no job can declare it
    return fmt::format("bytes({})", type.bytes);
}

} // namespace tessera::notation
