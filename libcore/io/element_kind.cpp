// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the kind of an element's bytes: the parts of numpy's type names.
#include "libcore/io/element_kind.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <string_view>

namespace tessera {

namespace {

using Class = ElementKind::Class;

struct Family {
    std::string_view name;
    Class what;
    Index components;
    Index least_bytes; // bytes of an element
    Index most_bytes;
};
constexpr std::array families{
    Family{"float", Class::Float, 1, 2, 16}, Family{"bfloat", Class::Brain, 1, 2, 2},  Family{"complex", Class::Complex, 2, 8, 32},
    Family{"int", Class::Signed, 1, 1, 8},   Family{"uint", Class::Unsigned, 1, 1, 8}, Family{"bool", Class::Bool, 1, 1, 1},
    Family{"logical", Class::Bool, 1, 2, 8},
};

template <class T>
T read_as(std::byte const* bytes) {
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

std::string hexadecimal(std::byte const* bytes, Index count) {
    std::string text = "0x";
    for (Index b = 0; b < count; ++b) text += fmt::format("{:02x}", std::to_integer<unsigned>(bytes[b]));
    return text;
}

std::string integer_text(ElementKind const& kind, std::byte const* bytes) {
    bool const is_signed = kind.what == Class::Signed;
    switch (kind.component_bytes) {
    case 1:
        return is_signed ? std::to_string(read_as<std::int8_t>(bytes)) : std::to_string(read_as<std::uint8_t>(bytes));
    case 2:
        return is_signed ? std::to_string(read_as<std::int16_t>(bytes)) : std::to_string(read_as<std::uint16_t>(bytes));
    case 4:
        return is_signed ? std::to_string(read_as<std::int32_t>(bytes)) : std::to_string(read_as<std::uint32_t>(bytes));
    default:
        return is_signed ? std::to_string(read_as<std::int64_t>(bytes)) : std::to_string(read_as<std::uint64_t>(bytes));
    }
}

std::string float_text(Index bytes, std::byte const* value) {
    if (bytes == 4) return fmt::format("{}", read_as<float>(value));
    if (bytes == 8) return fmt::format("{}", read_as<double>(value));
    return hexadecimal(value, bytes);
}

} // namespace

std::optional<ElementKind> kind_of(ElementType const& type) {
    for (Family const& family : families) {
        bool const sized = type.name == fmt::format("{}{}", family.name, 8 * type.bytes) || type.name == "bool";
        bool const named = type.name.starts_with(family.name) && sized;
        bool const power_of_two = std::has_single_bit(static_cast<std::uint64_t>(type.bytes));
        if (named && power_of_two && family.least_bytes <= type.bytes && type.bytes <= family.most_bytes)
            return ElementKind{family.what, family.components, type.bytes / family.components};
    }
    if (type.name == fmt::format("S{}", type.bytes)) return ElementKind{Class::String, type.bytes, 1};
    if (type.name == fmt::format("V{}", type.bytes)) return ElementKind{Class::Bytes, type.bytes, 1};
    return std::nullopt;
}

ElementType stored_type(ElementType const& type) {
    bool const wide_truth = type.bytes > 1 && kind_of(type).value_or(ElementKind{}).what == Class::Bool;
    return wide_truth ? ElementType{fmt::format("int{}", 8 * type.bytes), type.bytes} : type;
}

bool has_byte_order(ElementType const& type) {
    auto const kind = kind_of(type);
    return kind && kind->component_bytes > 1;
}

std::string element_text(ElementType const& type, std::byte const* element) {
    auto const kind = kind_of(type);
    if (!kind) return hexadecimal(element, type.bytes);
    switch (kind->what) {
    case Class::Float:
        return float_text(kind->component_bytes, element);
    case Class::Brain:
        return fmt::format("{}", value_of_brain(read_as<std::uint16_t>(element)));
    case Class::Complex:
        return fmt::format("({},{})", float_text(kind->component_bytes, element),
                           float_text(kind->component_bytes, element + kind->component_bytes));
    case Class::Signed:
    case Class::Unsigned:
        return integer_text(*kind, element);
    case Class::Bool:
        return std::all_of(element, element + type.bytes, [](std::byte byte) { return byte == std::byte{0}; }) ? "false" : "true";
    default:
        return hexadecimal(element, type.bytes);
    }
}

float value_of_brain(std::uint16_t bits) {
    return std::bit_cast<float>(std::uint32_t{bits} << 16U);
}

std::uint16_t brain_of(double value) {
    constexpr std::uint16_t usual_nan = 0x7FC0;
    if (value != value) return usual_nan;
    auto const bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    std::uint32_t const to_even = 0x7FFFU + (bits >> 16U & 1U);
    return static_cast<std::uint16_t>((bits + to_even) >> 16U);
}

void swap_byte_order(ElementKind const& kind, std::span<std::byte> elements) {
    if (kind.component_bytes == 1) return;
    auto const size = as_size(kind.component_bytes);
    for (std::size_t i = 0; i + size <= elements.size(); i += size) std::ranges::reverse(elements.subspan(i, size));
}

} // namespace tessera
