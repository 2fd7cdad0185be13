// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what Zarr's metadata say of arrays besides their elements, and the way back.
#include "libcore/runtime/store/zarr/zarr_notes.hpp"

#include "libcore/io/element_kind.hpp"
#include "libcore/io/numpy_type.hpp"
#include "libcore/runtime/store/small_array.hpp"
#include "libcore/runtime/store/zarr/zarr_store.hpp"
#include "libcore/runtime/store/zarr/zarr_type.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace tessera {

namespace {

using ZarrJson = nlohmann::ordered_json;
constexpr char const* types_key = "_NCZARR_ATTR";
constexpr char const* unlimited_key = "unlimited_dims";
constexpr char const* text_word = "|S1"; // the type of a text that could be taken for a number
constexpr std::array<std::string_view, 3> number_words{"NaN", "Infinity", "-Infinity"};

/// Numbers that JSON does not have are words.
bool is_number(ZarrJson const& json) {
    return json.is_number() || (json.is_string() && std::ranges::find(number_words, json.get<std::string>()) != number_words.end());
}

/// What numbers of which nobody says the type are taken for: what they fit.
ElementType usual_type(ZarrJson const& list) {
    bool whole = true;
    bool narrow_enough = true;
    using Limits = std::numeric_limits<std::int32_t>;
    for (ZarrJson const& each : list) {
        whole = whole && each.is_number_integer();
        narrow_enough = narrow_enough && whole && each.get<double>() >= Limits::min() && each.get<double>() <= Limits::max();
    }
    return !whole ? ElementType{"float64", 8} : narrow_enough ? ElementType{"int32", 4} : ElementType{"int64", 8};
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

/// Nothing where other formats have no such value: objects, lists of several kinds.
std::optional<Attribute> attribute_of(std::string const& name, ZarrJson const& json, std::string const& word) {
    ZarrJson const list = json.is_array() ? json : ZarrJson::array({json});
    auto const type = word.size() > 1 && word[1] != 'S' && word[1] != 'V' ? numpy_type(word) : std::nullopt;
    if (json.is_string() && (!is_number(json) || word == text_word)) return Attribute{name, json.get<std::string>()};
    if (json.is_array() && std::ranges::all_of(list, [](ZarrJson const& each) { return each.is_string(); }) && !type)
        return Attribute{name, list.get<std::vector<std::string>>()};
    bool const truths = std::ranges::all_of(list, [](ZarrJson const& each) { return each.is_boolean(); });
    bool const numbers = std::ranges::all_of(list, is_number);
    if (!truths && !numbers && !type) return std::nullopt;
    auto value = numbers_of(list, type ? *type : truths ? ElementType{"bool", 1} : usual_type(list));
    if (!value) return std::nullopt;
    return Attribute{name, *std::move(value)};
}

/// The attributes in an object; those that are not known get into `lost`.
std::vector<Attribute> attributes_in(std::string_view text, std::vector<std::string>& lost) {
    std::vector<Attribute> attributes;
    ZarrJson const json = ZarrJson::parse(text, nullptr, false);
    if (!json.is_object()) return attributes;
    ZarrJson const noted = json.value(types_key, ZarrJson::object());
    ZarrJson const types = noted.is_object() ? noted.value("types", ZarrJson::object()) : ZarrJson::object();
    for (auto const& [name, value] : json.items()) {
        if (name == "_ARRAY_DIMENSIONS" || name.starts_with("_NC") || name.starts_with("_nczarr")) continue;
        bool const typed = types.is_object() && types.contains(name) && types.at(name).is_string();
        auto known = attribute_of(name, value, typed ? types.at(name).get<std::string>() : "");
        if (known)
            attributes.push_back(*std::move(known));
        else
            lost.push_back(fmt::format("the attribute '{}'", name));
    }
    return attributes;
}

/// xarray writes the fill value of version 3 among the attributes: a float as the bytes of a double, in base64.
void take_third_fill(ArrayNotes& notes, ZarrArray const& array) {
    auto const found = std::ranges::find(notes.attributes, fill_attribute, &Attribute::name);
    if (found == notes.attributes.end()) return;
    if (auto const* const text = std::get_if<std::string>(&found->value)) {
        ZarrType const bits{.element = {"V8", 8}};
        auto const bytes = zarr_fill(bits, ZarrJson(*text).dump());
        double value = 0;
        if (bytes && bytes->size() == sizeof value) std::copy_n(bytes->data(), sizeof value, reinterpret_cast<std::byte*>(&value));
        auto numbers = numbers_of(ZarrJson::array({value == value ? ZarrJson(value) : ZarrJson("NaN")}), array.type.element);
        if (numbers) found->value = *std::move(numbers);
    } else if (auto const* const numbers = std::get_if<AttributeNumbers>(&found->value); numbers && numbers->count() == 1) {
        std::string const word = zarr_fill_text({.element = numbers->type}, numbers->bytes, 2);
        if (auto same = numbers_of(ZarrJson::array({ZarrJson::parse(word)}), array.type.element)) found->value = *std::move(same);
    }
    take_fill(notes, array.type.element);
}

ArrayNotes notes_of(LoadedZarr const& loaded, std::vector<std::string>& lost) {
    ArrayNotes notes{attributes_in(loaded.attributes, lost), {}};
    ZarrArray const& array = loaded.array;
    if (array.version > 2) take_third_fill(notes, array);
    bool const nothing = std::ranges::all_of(array.fill, [](std::byte byte) { return byte == std::byte{0}; });
    bool const said = array.version == 2 ? !array.fill.empty() : !nothing;
    if (notes.fill.empty() && said) notes.fill = in_byte_order(array.type.element, array.fill, array.type.big_endian);
    return notes;
}

ZarrJson json_of(AttributeNumbers const& numbers) {
    ZarrJson list = ZarrJson::array();
    auto const size = as_size(numbers.type.bytes);
    for (std::size_t i = 0; i < numbers.bytes.size(); i += size) {
        std::vector<std::byte> const one(numbers.bytes.begin() + static_cast<std::ptrdiff_t>(i),
                                         numbers.bytes.begin() + static_cast<std::ptrdiff_t>(i + size));
        list.push_back(ZarrJson::parse(zarr_fill_text({.element = numbers.type}, one, 2)));
    }
    return list.size() == 1 ? list.front() : list;
}

/// The type, where JSON does not say it: nobody would guess it.
std::string unsaid_type(Attribute const& attribute, ZarrJson const& json) {
    auto const* const numbers = std::get_if<AttributeNumbers>(&attribute.value);
    if (numbers == nullptr) return is_number(json) ? text_word : "";
    ZarrJson const list = json.is_array() ? json : ZarrJson::array({json});
    bool const words = std::ranges::any_of(list, [](ZarrJson const& each) { return each.is_string(); });
    bool const usual = numbers->type.name == "bool" || usual_type(list) == numbers->type;
    return usual && !words && !list.empty() ? "" : numpy_descr(numbers->type, false).value_or("");
}

ZarrJson object_of(std::vector<Attribute> const& attributes) {
    ZarrJson object = ZarrJson::object();
    ZarrJson types = ZarrJson::object();
    for (Attribute const& each : attributes) {
        auto const* const numbers = std::get_if<AttributeNumbers>(&each.value);
        auto const* const text = std::get_if<std::string>(&each.value);
        ZarrJson const json = numbers != nullptr ? json_of(*numbers)
                              : text != nullptr  ? ZarrJson(*text)
                                                 : ZarrJson(std::get<std::vector<std::string>>(each.value));
        std::string const name = text_of_bytes(each.name); // JSON has UTF-8 only
        object[name] = json;
        if (std::string const type = unsaid_type(each, json); !type.empty()) types[name] = type;
    }
    if (!types.empty()) object[types_key] = ZarrJson{{"types", types}};
    return object;
}

} // namespace

Companions zarr_companions(FileName const& file, CoordinateWish const& wanted) {
    Companions beside;
    std::filesystem::path const path = zarr_path(file.path, file.dataset);
    auto const loaded = load_zarr(path.string());
    if (!loaded) return beside;
    beside.notes = notes_of(*loaded, beside.only_here);
    beside.dim_names = loaded->array.dim_names;
    std::filesystem::path const group = path.parent_path();
    if (zarr_node(group.string()).node != ZarrNode::Group) return beside;
    for (std::string const& dim : beside.dim_names) {
        if (!wanted(dim)) continue;
        std::error_code ignored;
        if (!std::filesystem::is_directory(group / dim, ignored)) continue;
        auto const known = known_zarr_node((group / dim).string());
        if (!known) throw std::runtime_error(known.error().message);
        auto const points = load_zarr((group / dim).string());
        if (!points || dim == path.filename() || points->array.dim_names != std::vector{dim}) continue;
        if (ArrayNotes* const notes = add_coordinate(beside, {file.format, (group / dim).string(), "/"}, dim))
            *notes = notes_of(*points, beside.lost);
    }
    std::string const store = enclosing_store(path.string()).value_or(group.string());
    beside.of_file = attributes_in(group_attributes_text(store), beside.only_here_of_file);
    for (std::string& what : beside.only_here_of_file) what += " of the file";
    return beside;
}

std::vector<GroupNotes> zarr_groups(std::string const& store) {
    std::vector<GroupNotes> groups;
    auto const paths = zarr_group_paths(store);
    if (!paths) throw std::runtime_error(paths.error().message);
    for (std::string const& path : *paths) {
        GroupNotes& made = groups.emplace_back(GroupNotes{.path = path});
        made.attributes = attributes_in(group_attributes_text(store + path), made.only_here);
        for (std::string& what : made.only_here) what += fmt::format(" of the group '{}'", path);
    }
    return groups;
}

std::string zarr_attributes(std::vector<Attribute> const& attributes) {
    return object_of(attributes).dump(-1, ' ', true);
}

std::string zarr_attributes(ArrayNotes const& notes, ElementType const& type, int version) {
    ZarrJson object = object_of(notes.attributes);
    if (version > 2 && !notes.fill.empty()) {
        ZarrJson const fill = json_of({type, notes.fill});
        auto const kind = kind_of(type);
        bool const is_float = kind && kind->what == ElementKind::Class::Float;
        if (is_float) {
            auto const bytes = zarr_fill({.element = {"float64", 8}}, fill.dump());
            object[fill_attribute] = ZarrJson::parse(zarr_fill_text({.element = {"V8", 8}}, bytes.value_or(notes.fill), 2));
        } else {
            object[fill_attribute] = fill;
        }
    }
    return object.dump(-1, ' ', true);
}

std::vector<std::string> unlimited_in(std::string_view attributes) {
    ZarrJson const json = ZarrJson::parse(attributes, nullptr, false);
    std::vector<std::string> names;
    if (!json.is_object() || !json.contains(types_key) || !json[types_key].is_object()) return names;
    ZarrJson const list = json[types_key].value(unlimited_key, ZarrJson::array());
    for (ZarrJson const& name : list)
        if (name.is_string()) names.push_back(name.get<std::string>());
    return names;
}

std::string with_unlimited(std::string const& attributes, std::vector<std::string> const& names) {
    if (unlimited_in(attributes) == names) return attributes;
    ZarrJson json = ZarrJson::parse(attributes);
    ZarrJson& noted = json[types_key];
    if (!names.empty())
        noted[unlimited_key] = names;
    else
        noted.erase(unlimited_key);
    if (noted.empty()) json.erase(types_key);
    return json.dump(-1, ' ', true);
}

std::vector<Attribute> zarr_group_attributes(std::string const& group) {
    std::vector<std::string> ignored;
    return attributes_in(group_attributes_text(group), ignored);
}

} // namespace tessera
