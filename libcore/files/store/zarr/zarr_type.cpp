// SPDX-License-Identifier: BSD-3-Clause
// Tessera: element types in Zarr's metadata.
#include "libcore/files/store/zarr/zarr_type.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/json_member.hpp"
#include "libcore/base/ordered_members.hpp"
#include "libcore/base/size_text.hpp"
#include "libcore/base/try.hpp"
#include "libcore/files/store/text_source.hpp"
#include "libcore/files/store/zarr/zarr_json.hpp"
#include "libcore/io/element_kind.hpp"
#include "libcore/io/numpy_fields.hpp"
#include "libcore/io/numpy_type.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace tessera {

namespace {

using ZarrJson = nlohmann::basic_json<OrderedMembers>;

Result<ZarrType> type_of_word(std::string const& word) {
    ZarrType type{.element = {}, .big_endian = word.starts_with('>'), .foreign = false, .text = ZarrJson(word).dump()};
    if (auto const known = numpy_type(word)) {
        type.element = *known;
        return type;
    }
    if (!numpy_times(word).empty()) {
        type.element = {"int64", 8};
        return type;
    }
    auto const characters = word.size() > 2 && word[1] == 'U' ? parse_number(word.substr(2)) : fail("");
    if (!characters || *characters < 1 || *characters > Index{1} << 30)
        return fail(fmt::format("its element type '{}' is none that is known here", word));
    type.element = {fmt::format("V{}", 4 * *characters), 4 * *characters};
    type.foreign = true;
    return type;
}

/// Returns the bytes of a structure: the sum over its fields, each [name, type, optional shape].
Result<Index> bytes_of_fields(ZarrJson const& fields, int depth) {
    constexpr int deepest = 8;
    Index bytes = 0;
    for (ZarrJson const& field : fields) {
        if (!field.is_array() || field.size() < 2 || depth > deepest) return fail("its element type is no list of fields");
        auto one = field[1].is_array() ? bytes_of_fields(field[1], depth + 1) : fail("");
        if (!field[1].is_array()) {
            auto const type = TRY(type_of_word(field[1].get<std::string>()));
            one = type.element.bytes;
        }
        if (!one) return one;
        Extents counts{*one};
        if (field.size() > 2)
            for (ZarrJson const& count : field[2]) counts.push_back(json_as<Index>(count));
        auto const product = checked_product(counts);
        auto const sum = product ? checked_add(bytes, *product) : std::nullopt;
        if (!sum) return fail("an element of its type has more bytes than fit 64 bits");
        bytes = *sum;
    }
    return bytes;
}

std::optional<ElementType> zarr3_element(std::string const& name) {
    constexpr Index byte = 8;
    for (char const* const known : {"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16",
                                    "bfloat16", "float32", "float64", "complex64", "complex128"}) {
        if (name != known) continue;
        auto const digits = name.find_first_of("0123456789");
        return ElementType{name, digits == std::string::npos ? 1 : std::stol(name.substr(digits)) / byte};
    }
    auto const bits = name.starts_with('r') ? parse_number(name.substr(1)) : fail("");
    if (!bits || *bits < byte || *bits % byte != 0) return std::nullopt;
    return ElementType{fmt::format("V{}", *bits / byte), *bits / byte};
}

constexpr std::array<char const*, 2> zarr3_times_names{"numpy.datetime64", "numpy.timedelta64"};

/// Returns "M8[10s]" for types of dates or time spans; otherwise "".
std::string zarr3_times(ZarrJson const& json) {
    std::string const name = json.value("name", "");
    if (std::ranges::find(zarr3_times_names, name) == zarr3_times_names.end()) return "";
    ZarrJson const configuration = json.value("configuration", ZarrJson::object());
    std::string const unit = configuration.value("unit", "");
    Index const scale = json_member_or<Index>(configuration, "scale_factor", 1);
    if (unit.empty() || unit == "generic") return "";
    return fmt::format("{}8[{}{}]", name == zarr3_times_names[0] ? 'M' : 'm', scale == 1 ? "" : fmt::format("{}", scale), unit);
}

/// Returns the element type of an extension type of zarr-python 3: an object with a name and the bytes per element.
std::optional<ElementType> zarr3_extension(ZarrJson const& json) {
    if (!json.is_object()) return std::nullopt;
    if (!zarr3_times(json).empty()) return ElementType{"int64", 8};
    std::string const name = json.value("name", "");
    Index const bytes = json_member_or<Index>(json.value("configuration", ZarrJson::object()), "length_bytes", 0);
    bool const text = name == "null_terminated_bytes";
    bool const wide = name == zarr3_wide_name && bytes % 4 == 0;
    if (bytes < 1 || (!text && !wide && name != "raw_bytes")) return std::nullopt;
    return ElementType{fmt::format("{}{}", text ? 'S' : 'V', bytes), bytes};
}

constexpr std::array<std::string_view, 2> words_of_texts{"|O", "string"}; // by version
/// The name in zarr-python, which is written, and the one in zarr-extensions.
constexpr std::array<std::string_view, 2> zarr3_sequences{"variable_length_bytes", "bytes"};

} // namespace

std::string times_of(ZarrType const& type) {
    ZarrJson const json = ZarrJson::parse(type.text, nullptr, false);
    if (json.is_string()) return numpy_times(json.get<std::string>());
    return json.is_object() ? zarr3_times(json) : "";
}

std::string times_text(std::string const& times, bool big_endian, int version) {
    if (version == 2) return ZarrJson((big_endian ? '>' : '<') + times).dump();
    std::string const unit = times.substr(3, times.size() - 4);
    std::size_t const digits = unit.find_first_not_of("0123456789");
    Index const scale = digits == 0 ? 1 : parse_number(unit.substr(0, digits)).value_or(1);
    return ZarrJson{{"name", zarr3_times_names[times.front() == 'M' ? 0 : 1]},
                    {"configuration", {{"unit", unit.substr(digits)}, {"scale_factor", scale}}}}
        .dump();
}

ZarrType zarr_texts_type(int version, bool of_bytes) {
    ZarrJson const word = version == 2 ? words_of_texts[0] : of_bytes ? zarr3_sequences[0] : words_of_texts[1];
    return {.element = text_type(of_bytes), .texts = true, .of_bytes = of_bytes, .text = word.dump()};
}

Result<ZarrType> zarr_type(std::string_view text) {
    try {
        ZarrJson const json = ZarrJson::parse(text);
        if (json == words_of_texts[0]) return zarr_texts_type(2, false);
        if (json.is_string()) return type_of_word(json.get<std::string>());
        if (!json.is_array()) return fail("its element type is neither a word nor a list of fields");
        if (auto known = numpy_structure(text))
            return ZarrType{.element = known->type(), .text = json.dump(), .fields = std::move(known->fields)};
        auto const bytes = TRY(bytes_of_fields(json, 0));
        if (bytes < 1) return fail("its element type has no fields");
        return ZarrType{.element = {fmt::format("V{}", bytes), bytes}, .big_endian = false, .foreign = true, .text = json.dump()};
    } catch (std::exception const& wrong) {
        return fail(fmt::format("its element type is not as it should be: {}", json_reason(wrong)));
    }
}

Result<ZarrType> zarr3_type(std::string_view text, bool big_endian) {
    try {
        ZarrJson const json = ZarrJson::parse(text);
        std::string const word = json.is_object() ? json.value("name", "") : json.get<std::string>();
        if (word == words_of_texts[1]) return zarr_texts_type(3, false);
        if (std::ranges::find(zarr3_sequences, word) != zarr3_sequences.end()) {
            ZarrType type = zarr_texts_type(3, true);
            type.text = json.dump();
            return type;
        }
        auto const known = json.is_string() ? zarr3_element(json.get<std::string>()) : zarr3_extension(json);
        if (!known) return fail(fmt::format("its element type {} is none that is known here", json.dump()));
        bool const wide = json.is_object() && json.at("name") == zarr3_wide_name;
        return ZarrType{.element = *known, .big_endian = big_endian, .foreign = wide, .text = json.dump()};
    } catch (std::exception const& wrong) {
        return fail(fmt::format("its element type is not as it should be: {}", json_reason(wrong)));
    }
}

Result<ZarrType> new_zarr_type(ElementType const& type, ElementFields const& fields, bool big_endian, int version) {
    auto const kind = kind_of(type);
    auto const word = numpy_descr(type, big_endian);
    if (!kind || (!word && (version == 2 || !zarr3_element(type.name))))
        return fail(fmt::format("Zarr stores{} cannot hold elements of type {}", version == 2 ? " of version 2" : "", type.name));
    ZarrType made{.element = type, .big_endian = big_endian, .foreign = false, .text = ZarrJson(word.value_or("")).dump()};
    if (version > 2 && !fields.empty())
        return fail(
            fmt::format("Zarr stores of version 3 have no word for elements with fields ({}); --as zarr2 has", describe(fields)));
    if (!fields.empty()) made.text = numpy_fields_json({fields, type.bytes});
    made.fields = fields;
    if (version == 2) return made;
    if (kind->what == ElementKind::Class::Bytes)
        made.text = ZarrJson(fmt::format("r{}", 8 * type.bytes)).dump();
    else if (kind->what == ElementKind::Class::String)
        made.text = ZarrJson{{"name", "null_terminated_bytes"}, {"configuration", {{"length_bytes", type.bytes}}}}.dump();
    else if (zarr3_element(type.name))
        made.text = ZarrJson(type.name).dump();
    else
        return fail(fmt::format("Zarr stores of version 3 cannot hold elements of type {}", type.name));
    return made;
}

} // namespace tessera
