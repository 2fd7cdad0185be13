// SPDX-License-Identifier: BSD-3-Clause
// Tessera: fill values in Zarr's metadata.
#include "libcore/base/ordered_members.hpp"
#include "libcore/base/try.hpp"
#include "libcore/files/store/zarr/zarr_characters.hpp"
#include "libcore/files/store/zarr/zarr_json.hpp"
#include "libcore/files/store/zarr/zarr_type.hpp"
#include "libcore/io/element_kind.hpp"

#include "libcore/base/json_member.hpp"
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

namespace tessera {

namespace {

using ZarrJson = nlohmann::basic_json<OrderedMembers>;
using Bytes = std::vector<std::byte>;
constexpr std::string_view base64_letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

} // namespace

std::string base64_of(Bytes const& bytes) {
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::size_t const there = std::min<std::size_t>(3, bytes.size() - i);
        unsigned group = 0;
        for (std::size_t b = 0; b < 3; ++b) group = group << 8U | (b < there ? std::to_integer<unsigned>(bytes[i + b]) : 0U);
        for (std::size_t c = 0; c < 4; ++c) text += c <= there ? base64_letters[group >> (18 - 6 * c) & 63U] : '=';
    }
    return text;
}

std::optional<Bytes> bytes_of_base64(std::string_view text) {
    Bytes bytes;
    unsigned group = 0;
    unsigned bits = 0;
    while (text.ends_with('=')) text.remove_suffix(1);
    for (char const letter : text) {
        auto const value = base64_letters.find(letter);
        if (value == std::string_view::npos) return std::nullopt;
        group = group << 6U | static_cast<unsigned>(value);
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes.push_back(static_cast<std::byte>(group >> bits & 0xFFU));
    }
    return bytes;
}

namespace {

/// Rounds to an IEEE 754 16-bit float.
std::uint16_t half_of(double value) {
    std::uint16_t const sign = std::signbit(value) ? 0x8000 : 0;
    if (std::isnan(value)) return sign | 0x7E00;
    double const size = std::abs(value);
    if (size >= 65520) return sign | 0x7C00;
    if (size < 0x1p-14) return sign | static_cast<std::uint16_t>(std::lrint(size * 0x1p24));
    int exponent = 0;
    double const fraction = std::frexp(size, &exponent); // in [0.5, 1)
    return sign | static_cast<std::uint16_t>(((exponent + 14) << 10) + std::lrint((fraction * 2 - 1) * 1024));
}

double value_of_half(std::uint16_t bits) {
    int const exponent = bits >> 10U & 31U;
    double const fraction = bits & 1023U;
    double value = exponent == 0 ? fraction * 0x1p-24 : std::ldexp(1 + fraction / 1024, exponent - 15);
    if (exponent == 31) value = fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    return (bits & 0x8000U) != 0 ? -value : value;
}

template <class T>
Bytes bytes_of(T value, Index count) {
    Bytes bytes(as_size(count));
    std::memcpy(bytes.data(), &value, std::min(bytes.size(), sizeof value));
    return bytes;
}

template <class T>
T value_of(std::byte const* bytes) {
    T value{};
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

/// Parses "0x7fc00001", the bits of the number.
std::optional<Bytes> float_of_bits(std::string const& text, Index bytes) {
    std::size_t used = 0;
    std::uint64_t const bits = std::stoull(text.substr(2), &used, 16);
    if (used + 2 != text.size() || bytes > 8) return std::nullopt;
    return bytes_of(bits, bytes); // assumes a little-endian processor
}

std::optional<Bytes> float_bytes(ZarrJson const& json, Index bytes) {
    double value = 0;
    std::string word = json.is_string() ? json.get<std::string>() : "";
    if (word.starts_with(number_mark)) word.erase(0, number_mark.size());
    if (word.starts_with("0x")) return float_of_bits(word, bytes);
    if (json.is_number())
        value = json.get<double>();
    else if (!word.empty() && word.find_first_not_of("-0123456789") == std::string::npos)
        value = std::strtod(word.c_str(), nullptr); // a long integer
    else if (word == "NaN")
        value = std::numeric_limits<double>::quiet_NaN();
    else if (word == "Infinity" || word == "-Infinity")
        value = (word.front() == '-' ? -1 : 1) * std::numeric_limits<double>::infinity();
    else
        return std::nullopt;
    switch (bytes) {
    case 2:
        return bytes_of(half_of(value), bytes);
    case 4:
        return bytes_of(static_cast<float>(value), bytes);
    case 8:
        return bytes_of(value, bytes);
    default:
        return bytes_of(static_cast<long double>(value), bytes);
    }
}

std::optional<Bytes> integer_bytes(ZarrJson const& json, Index bytes) {
    if (json.is_number_unsigned()) return bytes_of(json.get<std::uint64_t>(), bytes);
    if (json.is_number_integer()) return bytes_of(json.get<std::int64_t>(), bytes);
    if (json.is_number_float() && std::abs(json.get<double>()) < 0x1p62 && std::trunc(json.get<double>()) == json.get<double>())
        return bytes_of(static_cast<std::int64_t>(json.get<double>()), bytes);
    if (json == "NaT") return bytes_of(std::numeric_limits<std::int64_t>::min(), bytes);
    return std::nullopt;
}

/// Parses the fill value of raw bytes. Version 2 has base64, from which zarr-python drops trailing zeros. Old writers store plain
/// text; it is recognised because it is not base64 or decodes to too many bytes. Version 3 lists the bytes.
std::optional<Bytes> raw_fill(ZarrJson const& json, Index bytes) {
    Bytes fill;
    if (json.is_array())
        for (ZarrJson const& byte : json) fill.push_back(static_cast<std::byte>(json_as<std::uint8_t>(byte)));
    else if (json.is_string()) {
        auto const text = json.get<std::string>();
        auto const* const letters = reinterpret_cast<std::byte const*>(text.data());
        auto const decoded = bytes_of_base64(text);
        bool const is_whole = text.size() % 4 == 0 && decoded && std::ssize(*decoded) <= bytes;
        fill = is_whole || (decoded && std::ssize(*decoded) == bytes) ? *decoded : Bytes(letters, letters + text.size());
    } else if (json != 0)
        return std::nullopt;
    if (std::ssize(fill) > bytes) return std::nullopt;
    fill.resize(as_size(bytes));
    return fill;
}

std::optional<Bytes> native_fill(ElementKind const& kind, ZarrJson const& json) {
    using Class = ElementKind::Class;
    switch (kind.what) {
    case Class::Float:
        return float_bytes(json, kind.component_bytes);
    case Class::Signed:
    case Class::Unsigned:
        return integer_bytes(json, kind.component_bytes);
    case Class::Bool:
        if (json.is_boolean()) return bytes_of<std::uint8_t>(json.get<bool>() ? 1 : 0, 1);
        return integer_bytes(json, 1);
    case Class::Brain: {
        bool const of_bits = json.is_string() && json.get<std::string>().starts_with("0x");
        auto const number = float_bytes(json, of_bits ? sizeof(std::uint16_t) : sizeof(double));
        if (!number || of_bits) return number;
        return bytes_of(brain_of(value_of<double>(number->data())), sizeof(std::uint16_t));
    }
    case Class::Complex: {
        ZarrJson const parts = json.is_array() ? json : ZarrJson::array({json, 0});
        auto real = parts.size() == 2 ? float_bytes(parts[0], kind.component_bytes) : std::nullopt;
        auto const imaginary = parts.size() == 2 ? float_bytes(parts[1], kind.component_bytes) : std::nullopt;
        if (!real || !imaginary) return std::nullopt;
        real->insert(real->end(), imaginary->begin(), imaginary->end());
        return real;
    }
    default:
        return raw_fill(json, kind.components);
    }
}

/// Returns "NaN", or the bits of the NaN if they are unusual and the version can express them.
ZarrJson nan_json(std::byte const* bytes, Index size, int version) {
    auto const usual = float_bytes("NaN", size);
    bool const is_usual = !usual || std::equal(usual->begin(), usual->end(), bytes);
    if (version < 3 || size > 8 || is_usual) return "NaN";
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes, as_size(size));
    return fmt::format("0x{:0{}x}", bits, 2 * size);
}

ZarrJson float_json(std::byte const* bytes, Index size, int version) {
    double const value = size == 2   ? value_of_half(value_of<std::uint16_t>(bytes))
                         : size == 4 ? double{value_of<float>(bytes)}
                         : size == 8 ? value_of<double>(bytes)
                                     : static_cast<double>(value_of<long double>(bytes));
    if (std::isnan(value)) return nan_json(bytes, size, version);
    if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
    return value;
}

ZarrJson brain_json(std::uint16_t bits, int version) {
    float const value = value_of_brain(bits);
    if (std::isnan(value) && version > 2 && bits != brain_of(value)) return fmt::format("0x{:04x}", bits);
    return float_json(reinterpret_cast<std::byte const*>(&value), sizeof value, 2);
}

ZarrJson integer_json(std::byte const* bytes, Index size, bool is_signed) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes, as_size(size));
    if (!is_signed) return bits;
    unsigned const unused = 64 - 8 * static_cast<unsigned>(size);
    return std::bit_cast<std::int64_t>(bits << unused) >> unused;
}

ZarrJson fill_json(ElementKind const& kind, Bytes const& fill, int version) {
    using Class = ElementKind::Class;
    switch (kind.what) {
    case Class::Brain:
        return brain_json(value_of<std::uint16_t>(fill.data()), version);
    case Class::Float:
        return float_json(fill.data(), kind.component_bytes, version);
    case Class::Signed:
    case Class::Unsigned:
        return integer_json(fill.data(), kind.component_bytes, kind.what == Class::Signed);
    case Class::Bool:
        return fill.front() != std::byte{0};
    case Class::Complex:
        return ZarrJson::array({float_json(fill.data(), kind.component_bytes, version),
                                float_json(fill.data() + kind.component_bytes, kind.component_bytes, version)});
    case Class::Bytes:
        if (version > 2) {
            ZarrJson list = ZarrJson::array();
            for (std::byte const byte : fill) list.push_back(std::to_integer<unsigned>(byte));
            return list;
        }
        [[fallthrough]];
    default:
        return base64_of(fill);
    }
}

} // namespace

std::optional<std::string> sequence_fill(std::string_view text) {
    auto const json = ZarrJson::parse(text, nullptr, false);
    auto bytes = json.is_string() ? bytes_of_base64(json.get<std::string>()) : std::optional<Bytes>(std::in_place);
    if (json.is_array())
        for (ZarrJson const& byte : json) {
            if (!byte.is_number_unsigned() || byte > std::numeric_limits<std::uint8_t>::max()) return std::nullopt;
            bytes->push_back(static_cast<std::byte>(byte.get<std::uint8_t>()));
        }
    else if (!json.is_string() && !json.is_null() && json != 0)
        return std::nullopt;
    if (!bytes) return std::nullopt;
    return std::string(reinterpret_cast<char const*>(bytes->data()), bytes->size());
}

Result<void> set_zarr_fill(ZarrArray& array, std::string_view text) {
    auto const json = ZarrJson::parse(text, nullptr, false);
    if (array.type.texts) {
        if (array.version > 2 && array.type.of_bytes && !sequence_fill(text))
            return fail(fmt::format("its fill value {} is none of type {}", text, array.type.text));
        array.text_fill = text;
        return {};
    }
    if (json.is_string() && has_wide_characters(array.type)) {
        array.text_fill = text;
        array.fill = wide_text(json.get<std::string>(), array.type.element.bytes, array.type.big_endian);
        return {};
    }
    array.fill = TRY(zarr_fill(array.type, text));
    return {};
}

std::string zarr_fill_text(ZarrArray const& array) {
    if (!array.text_fill.empty()) return array.text_fill;
    if (!array.type.texts) return zarr_fill_text(array.type, array.fill, array.version);
    return array.version > 2 ? "\"\"" : "null";
}

Result<std::vector<std::byte>> zarr_fill(ZarrType const& type, std::string_view text) {
    try {
        ZarrJson const json = ZarrJson::parse(text);
        if (json.is_null()) return Bytes{};
        ElementKind const kind = kind_of(type.element).value();
        auto fill = native_fill(kind, json);
        if (!fill) return fail(fmt::format("its fill value {} is none of type {}", json.dump(), type.element.name));
        if (type.big_endian && !type.foreign) swap_byte_order(kind, *fill);
        return *std::move(fill);
    } catch (std::exception const& wrong) {
        return fail(fmt::format("its fill value is not as it should be: {}", json_reason(wrong)));
    }
}

std::string zarr_fill_text(ZarrType const& type, std::vector<std::byte> fill, int version) {
    if (fill.empty() && version == 2) return "null";
    fill.resize(as_size(type.element.bytes));
    ElementKind const kind = kind_of(type.element).value();
    if (type.big_endian && !type.foreign) swap_byte_order(kind, fill);
    return fill_json(kind, fill, version).dump();
}

} // namespace tessera
