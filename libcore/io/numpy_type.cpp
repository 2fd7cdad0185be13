// SPDX-License-Identifier: BSD-3-Clause
// Tessera: numpy's notation for element types.
#include "libcore/io/numpy_type.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/io/element_kind.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

namespace tessera {

namespace {

using Class = ElementKind::Class;

struct Code {
    char letter;
    Class what;
    std::string_view name; // name of the type without its size in bits
};
constexpr std::array codes{Code{'f', Class::Float, "float"}, Code{'c', Class::Complex, "complex"},
                           Code{'i', Class::Signed, "int"},  Code{'u', Class::Unsigned, "uint"},
                           Code{'b', Class::Bool, "bool"},   Code{'S', Class::String, "S"},
                           Code{'V', Class::Bytes, "V"}};

} // namespace

std::optional<ElementType> numpy_type(std::string_view descr) {
    if (descr.size() < 3) return std::nullopt;
    auto const* const code = std::ranges::find(codes, descr[1], &Code::letter);
    Index bytes = 0;
    auto const [end, error] = std::from_chars(descr.data() + 2, descr.data() + descr.size(), bytes);
    if (code == codes.end() || error != std::errc() || end != descr.data() + descr.size() || bytes < 1) return std::nullopt;
    bool const in_bits = code->name.size() > 1;
    auto const length = in_bits ? checked_mul(8, bytes) : bytes;
    if (!length) return std::nullopt;
    ElementType const type{code->what == Class::Bool ? "bool" : fmt::format("{}{}", code->name, *length), bytes};
    return kind_of(type) ? std::optional(type) : std::nullopt;
}

std::string numpy_times(std::string_view descr) {
    std::string_view const kind = descr.substr(std::min<std::size_t>(descr.size(), 1), 2);
    bool const has_unit = descr.size() > 5 && descr[3] == '[' && descr.ends_with(']');
    return has_unit && (kind == "M8" || kind == "m8") ? std::string(descr.substr(1)) : "";
}

std::string unknown_numpy_type(std::string_view descr) {
    std::string_view hint;
    if (descr.find("M8") < 2 || descr.find("m8") < 2) hint = "; dates and times are written as integers by a.view('i8')";
    if (descr.find('U') < 2) hint = "; texts are written as bytes of UTF-8 by numpy.char.encode(a)";
    return fmt::format("'{}' is not one of f, c, i, u, b, S, V with a size{}", descr, hint);
}

std::optional<std::string> numpy_descr(ElementType const& type, bool big_endian) {
    auto const kind = kind_of(type);
    if (!kind) return std::nullopt;
    auto const* const code = std::ranges::find(codes, kind->what, &Code::what);
    if (code == codes.end()) return std::nullopt;
    char const byte_order = big_endian ? '>' : '<';
    return fmt::format("{}{}{}", kind->component_bytes > 1 ? byte_order : '|', code->letter, type.bytes);
}

} // namespace tessera
