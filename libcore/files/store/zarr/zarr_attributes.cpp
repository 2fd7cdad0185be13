// SPDX-License-Identifier: BSD-3-Clause
// Tessera: attributes in Zarr's metadata, read and written.
#include "libcore/files/store/zarr/zarr_attributes.hpp"

#include "libcore/base/ordered_members.hpp"
#include "libcore/files/store/zarr/zarr_json.hpp"
#include "libcore/files/store/zarr/zarr_type.hpp"
#include "libcore/io/numpy_type.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace tessera {

namespace {

using ZarrJson = nlohmann::basic_json<OrderedMembers>;
constexpr char const* nczarr_key = "_NCZARR_ATTR";
constexpr char const* xarray_names_key = "_ARRAY_DIMENSIONS";
constexpr char const* unlimited_key = "unlimited_dims";
constexpr char const* text_word = "|S1"; // type of a text that could be taken for a number
constexpr std::array<std::string_view, 3> number_words{"NaN", "Infinity", "-Infinity"};
constexpr std::array<std::string_view, 8> nczarr_names{"_NCZARR_ATTR", "_NCZARR_ARRAY", "_NCZARR_GROUP", "_NCZARR_SUPERBLOCK",
                                                       "_nczarr_attr", "_nczarr_array", "_nczarr_group", "_nczarr_superblock"};

/// Returns whether the attribute belongs to conventions of netCDF or xarray. This reader gets their content elsewhere.
bool is_internal(std::string const& name) {
    return name == xarray_names_key || std::ranges::find(nczarr_names, name) != nczarr_names.end();
}

bool is_number_word(ZarrJson const& json) {
    return json.is_string() && std::ranges::find(number_words, json.get<std::string>()) != number_words.end();
}

/// Returns whether the value is a number. Numbers that JSON lacks are marked texts (strict_json()).
bool is_number(ZarrJson const& json) {
    return json.is_number() || (json.is_string() && json.get_ref<std::string const&>().starts_with(number_mark));
}

/// Nested lists of equal shape as a flat list.
struct FlatList {
    ZarrJson values = ZarrJson::array();
    Extents shape = {};
};

/// Adds nested lists down to level `depth`. Returns false if lists at one level differ in length, or are mixed with other values.
bool add_flat(FlatList& flat, ZarrJson const& json, std::size_t depth, std::size_t level) {
    if (level == depth) {
        flat.values.push_back(json);
        return true;
    }
    if (!json.is_array()) return false;
    if (flat.shape.size() == level) flat.shape.push_back(std::ssize(json));
    return flat.shape[level] == std::ssize(json) &&
           std::ranges::all_of(json, [&](ZarrJson const& each) { return add_flat(flat, each, depth, level + 1); });
}

/// Flattens a list. `pairs`: the innermost lists are complex numbers. Returns nullopt if it is not rectangular.
std::optional<FlatList> flat_list(ZarrJson const& json, bool pairs) {
    std::size_t depth = 0;
    ZarrJson const* inner = &json;
    for (; inner->is_array() && (!inner->empty() || depth == 0); ++depth) {
        if (inner->empty()) return FlatList{ZarrJson::array(), {0}};
        inner = &inner->front();
    }
    if (pairs && depth == 0) return std::nullopt;
    FlatList flat;
    if (!add_flat(flat, json, depth - (pairs ? 1 : 0), 0)) return std::nullopt;
    return flat;
}

/// Returns the default type of numbers without a noted type: the first of int32, int64, uint64, float64 that holds all of them.
ElementType usual_type(ZarrJson const& list) {
    bool whole = true;
    bool narrow_enough = true;
    bool long_ones = false; // above 2^63-1
    bool negative = false;
    using Limits = std::numeric_limits<std::int32_t>;
    for (ZarrJson const& each : list) {
        whole = whole && each.is_number_integer();
        narrow_enough = narrow_enough && whole && each.get<double>() >= Limits::min() && each.get<double>() <= Limits::max();
        long_ones = long_ones || (each.is_number_unsigned() && each.get<std::uint64_t>() >= std::uint64_t{1} << 63U);
        negative = negative || (whole && !each.is_number_unsigned() && each.get<std::int64_t>() < 0);
    }
    if (!whole || (long_ones && negative)) return {"float64", 8};
    return long_ones ? ElementType{"uint64", 8} : narrow_enough ? ElementType{"int32", 4} : ElementType{"int64", 8};
}

std::optional<AttributeNumbers> numbers_of(ZarrJson const& list, ElementType const& type) {
    AttributeNumbers numbers{type, {}};
    for (ZarrJson const& each : list) {
        auto const bytes = zarr_fill({.element = type}, each.dump());
        if (!bytes || bytes->empty()) return std::nullopt;
        numbers.bytes.insert(numbers.bytes.end(), bytes->begin(), bytes->end());
    }
    return numbers;
}

/// Returns whether the value is a long integer that no double represents exactly.
bool loses_digits(ZarrJson const& json) {
    if (!json.is_string() || !is_number(json)) return false;
    std::string const digits = json.get<std::string>().substr(number_mark.size());
    if (digits.find_first_not_of("-0123456789") != std::string::npos) return false;
    return fmt::format("{:.0f}", std::strtod(digits.c_str(), nullptr)) != digits;
}

bool all_are_texts(ZarrJson const& list) {
    return std::ranges::all_of(list, [](ZarrJson const& each) { return each.is_string() && !is_number(each); });
}

/// Parses an attribute. `word`: its noted type, or empty. Returns nullopt for values that other formats lack: objects, lists of
/// mixed kinds.
std::optional<Attribute> attribute_of(std::string const& name, ZarrJson const& json, std::string const& word) {
    auto const type = word.size() > 1 && word[1] != 'S' && word[1] != 'V' ? numpy_type(word) : std::nullopt;
    auto const flat = flat_list(json, type && type->name.starts_with("complex"));
    if (!flat) return std::nullopt;
    ZarrJson const& list = flat->values;
    Extents const shape = flat->shape.size() > 1 || list.size() == 1 ? flat->shape : Extents{};
    if (!type && all_are_texts(list)) {
        if (list.size() == 1 && shape.size() < 2) return Attribute{name, list.front().get<std::string>(), {}, shape};
        return Attribute{name, list.get<std::vector<std::string>>(), {}, shape};
    }
    bool const truths = std::ranges::all_of(list, [](ZarrJson const& each) { return each.is_boolean(); });
    bool const numbers = std::ranges::all_of(list, is_number);
    if (!truths && !numbers && !type) return std::nullopt;
    if (std::ranges::any_of(list, loses_digits)) return std::nullopt;
    auto value = numbers_of(list, type ? *type : truths ? ElementType{"bool", 1} : usual_type(list));
    if (!value) return std::nullopt;
    return Attribute{name, *std::move(value), {}, shape};
}

/// Converts a flat list to nested lists of this shape.
ZarrJson nested(ZarrJson const& flat, Extents const& shape) {
    ZarrJson list = flat;
    for (std::size_t d = shape.size(); d-- > 1;) {
        ZarrJson outer = ZarrJson::array();
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (i % as_size(shape[d]) == 0) outer.push_back(ZarrJson::array());
            outer.back().push_back(list[i]);
        }
        list = std::move(outer);
    }
    return list;
}

/// Converts numbers to JSON. A single number without a shape becomes no list.
ZarrJson json_of(AttributeNumbers const& numbers, Extents const& shape) {
    ZarrJson list = ZarrJson::array();
    auto const size = as_size(numbers.type.bytes);
    for (std::size_t i = 0; i < numbers.bytes.size(); i += size) {
        std::vector<std::byte> const one(numbers.bytes.begin() + static_cast<std::ptrdiff_t>(i),
                                         numbers.bytes.begin() + static_cast<std::ptrdiff_t>(i + size));
        list.push_back(ZarrJson::parse(zarr_fill_text({.element = numbers.type}, one, 2)));
    }
    if (shape.size() > 1) return nested(list, shape);
    return shape.empty() && list.size() == 1 ? list.front() : list;
}

/// Returns the type if a reader could not derive it from the JSON value; otherwise "".
std::string unsaid_type(Attribute const& attribute, ZarrJson const& json) {
    auto const* const numbers = std::get_if<AttributeNumbers>(&attribute.value);
    if (numbers == nullptr) return is_number_word(json) ? text_word : "";
    bool const is_complex = numbers->type.name.starts_with("complex");
    auto const flat = flat_list(json, is_complex);
    bool const words = flat && std::ranges::any_of(flat->values, [](ZarrJson const& each) { return each.is_string(); });
    bool const usual = !is_complex && flat && (numbers->type.name == "bool" || usual_type(flat->values) == numbers->type);
    return usual && !words && !flat->values.empty() ? "" : numpy_descr(numbers->type, false).value_or("");
}

ZarrJson object_of(std::vector<Attribute> const& attributes) {
    ZarrJson object = ZarrJson::object();
    ZarrJson types = ZarrJson::object();
    for (Attribute const& each : attributes) {
        auto const* const numbers = std::get_if<AttributeNumbers>(&each.value);
        auto const* const text = std::get_if<std::string>(&each.value);
        ZarrJson const json = numbers != nullptr                      ? json_of(*numbers, each.shape)
                              : text != nullptr && each.shape.empty() ? ZarrJson(*text)
                              : text != nullptr                       ? ZarrJson::array({*text})
                                                : nested(ZarrJson(std::get<std::vector<std::string>>(each.value)), each.shape);
        std::string const name = text_of_bytes(each.name); // JSON has only UTF-8
        object[name] = json;
        if (std::string const type = unsaid_type(each, json); !type.empty()) types[name] = type;
    }
    if (!types.empty()) object[nczarr_key] = ZarrJson{{"types", types}};
    return object;
}

} // namespace

std::vector<Attribute> zarr_attributes_in(std::string_view text, std::vector<std::string>& lost) {
    std::vector<Attribute> attributes;
    ZarrJson const json = ZarrJson::parse(text, nullptr, false);
    if (!json.is_object()) return attributes;
    ZarrJson const noted = json.value(nczarr_key, ZarrJson::object());
    ZarrJson const types = noted.is_object() ? noted.value("types", ZarrJson::object()) : ZarrJson::object();
    for (auto const& [name, value] : json.items()) {
        if (is_internal(name)) continue;
        bool const typed = types.is_object() && types.contains(name) && types.at(name).is_string();
        auto known = attribute_of(name, value, typed ? types.at(name).get<std::string>() : "");
        if (known)
            attributes.push_back(*std::move(known));
        else
            lost.push_back(fmt::format("the attribute '{}'", name));
    }
    return attributes;
}

std::string zarr_attributes(std::vector<Attribute> const& attributes) {
    return object_of(attributes).dump(-1, ' ', true);
}

std::string json_of_number(ElementType const& type, std::vector<std::byte> const& number) {
    return json_of({type, number}, {}).dump();
}

std::vector<std::string> unlimited_in(std::string_view attributes) {
    ZarrJson const json = ZarrJson::parse(attributes, nullptr, false);
    std::vector<std::string> names;
    if (!json.is_object() || !json.contains(nczarr_key) || !json[nczarr_key].is_object()) return names;
    ZarrJson const list = json[nczarr_key].value(unlimited_key, ZarrJson::array());
    for (ZarrJson const& name : list)
        if (name.is_string()) names.push_back(name.get<std::string>());
    return names;
}

std::string with_unlimited(std::string const& attributes, std::vector<std::string> const& names) {
    if (unlimited_in(attributes) == names) return attributes;
    ZarrJson json = ZarrJson::parse(attributes);
    ZarrJson& noted = json[nczarr_key];
    if (!names.empty())
        noted[unlimited_key] = names;
    else
        noted.erase(unlimited_key);
    if (noted.empty()) json.erase(nczarr_key);
    return json.dump(-1, ' ', true);
}

} // namespace tessera
