// SPDX-License-Identifier: BSD-3-Clause
// Tessera: numpy's notation for elements that are structures.
#include "libcore/io/numpy_fields.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/ordered_members.hpp"
#include "libcore/base/try.hpp"
#include "libcore/io/element_kind.hpp"
#include "libcore/io/numpy_type.hpp"
#include "libcore/io/python_literal.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace tessera {

namespace {

using FieldJson = nlohmann::basic_json<OrderedMembers>;

constexpr int deepest_structure = 8;

Result<NumpyStructure> structure_of(FieldJson const& list, int depth);

Result<void> set_shape(ElementField& field, FieldJson const& shape) {
    for (FieldJson const& extent : shape.is_array() ? shape : FieldJson::array({shape})) {
        if (!extent.is_number_integer() || extent.get<Index>() < 1) return fail("it has no elements");
        field.shape.push_back(extent.get<Index>());
    }
    Extents counts = field.shape;
    counts.push_back(field.type.bytes);
    if (!checked_product(counts)) return fail("it has more bytes than fit 64 bits");
    return {};
}

Result<void> set_type(ElementField& field, FieldJson const& type, int depth) {
    if (!type.is_string()) {
        auto inner = TRY(structure_of(type, depth + 1));
        field.type = inner.type();
        field.fields = std::move(inner.fields);
        return {};
    }
    std::string const word = type.get<std::string>();
    auto const known = numpy_type(word);
    if (!known) return fail("its type " + unknown_numpy_type(word));
    field.type = *known;
    field.big_endian = word.front() == '>' && has_byte_order(*known);
    return {};
}

/// Parses [name, type] or [name, type, shape].
Result<ElementField> field_of(FieldJson const& entry, int depth) {
    if (!entry.is_array() || entry.size() < 2 || entry.size() > 3) return fail("its element type is not a list of fields");
    if (!entry[0].is_string()) return fail("a field of its elements has a title, which no other format has");
    ElementField field;
    field.name = entry[0].get<std::string>();
    auto done = set_type(field, entry[1], depth);
    if (done && entry.size() > 2) done = set_shape(field, entry[2]);
    if (!done) return fail(fmt::format("the field '{}' of its elements: {}", field.name, done.error().message));
    return field;
}

Result<NumpyStructure> structure_of(FieldJson const& list, int depth) {
    if (!list.is_array() || list.empty() || depth > deepest_structure) return fail("its element type is not a list of fields");
    NumpyStructure structure;
    for (FieldJson const& entry : list) {
        auto field = TRY(field_of(entry, depth));
        field.offset = structure.bytes;
        auto const sum = checked_add(structure.bytes, field.bytes());
        if (!sum) return fail("an element of its type has more bytes than fit 64 bits");
        structure.bytes = *sum;
        bool const is_padding = field.name.empty() && field.type.name.starts_with('V') && field.fields.empty();
        if (is_padding) continue;
        if (field.name.empty()) field.name = fmt::format("f{}", structure.fields.size()); // numpy's default name
        structure.fields.push_back(std::move(field));
    }
    return structure;
}

void add_padding(FieldJson& list, Index bytes) {
    if (bytes > 0) list.push_back({"", fmt::format("|V{}", bytes)});
}

FieldJson list_of(ElementFields const& fields, Index bytes) {
    FieldJson list = FieldJson::array();
    Index end = 0;
    for (ElementField const& field : fields) {
        add_padding(list, field.offset - end);
        FieldJson entry = FieldJson::array({field.name});
        entry.push_back(field.fields.empty() ? FieldJson(numpy_descr(field.type, field.big_endian).value())
                                             : list_of(field.fields, field.type.bytes));
        if (!field.shape.empty()) entry.push_back(field.shape);
        list.push_back(std::move(entry));
        end = field.offset + field.bytes();
    }
    add_padding(list, bytes - end);
    return list;
}

/// In Python a field and a shape are tuples; a list of fields is a list.
std::string python_of(FieldJson const& json) {
    if (json.is_string()) return python_text(json.get<std::string>());
    if (!json.is_array()) return json.dump();
    std::string text;
    for (FieldJson const& each : json) text += fmt::format("{}{}", text.empty() ? "" : ", ", python_of(each));
    if (json.front().is_array()) return fmt::format("[{}]", text);
    return fmt::format("({}{})", text, json.size() == 1 ? "," : "");
}

} // namespace

ElementType NumpyStructure::type() const {
    return {fmt::format("V{}", bytes), bytes};
}

Result<NumpyStructure> numpy_structure(std::string_view json) {
    FieldJson const list = FieldJson::parse(json, nullptr, false);
    return structure_of(list, 0);
}

std::string numpy_fields_json(NumpyStructure const& structure) {
    return list_of(structure.fields, structure.bytes).dump();
}

std::string numpy_fields_text(NumpyStructure const& structure) {
    return python_of(list_of(structure.fields, structure.bytes));
}

} // namespace tessera
