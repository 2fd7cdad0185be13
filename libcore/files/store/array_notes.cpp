// SPDX-License-Identifier: BSD-3-Clause
// Tessera: metadata of arrays (attributes, dimension names, coordinates) in a form common to all formats.
#include "libcore/files/store/array_notes.hpp"

#include "libcore/base/utf8.hpp"
#include "libcore/files/store/time_notes.hpp"
#include "libcore/io/element_kind.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <iterator>
#include <unordered_map>
#include <utility>

namespace tessera {

namespace {

bool is_integer(ElementType const& type) {
    auto const kind = kind_of(type);
    using Class = ElementKind::Class;
    return kind && (kind->what == Class::Signed || kind->what == Class::Unsigned || kind->what == Class::Bool);
}

/// Compares values. Integers may have different types, and a text may keep its trailing zeros in `bytes` only.
bool has_same_values(Attribute const& a, Attribute const& b) {
    if (a.value == b.value) return true;
    auto const* const text = std::get_if<std::string>(&a.value);
    if (text != nullptr) return !b.bytes.empty() && *text == b.bytes;
    auto const* const numbers = std::get_if<AttributeNumbers>(&a.value);
    auto const* const others = std::get_if<AttributeNumbers>(&b.value);
    if (numbers == nullptr || others == nullptr || numbers->count() != others->count()) return false;
    if (!is_integer(numbers->type) || !is_integer(others->type)) return false;
    for (Index i = 0; i < numbers->count(); ++i) {
        auto const number = integer_at(*numbers, i);
        if (!number || number != integer_at(*others, i)) return false;
    }
    return true;
}

std::vector<std::string> names_of(std::vector<Attribute> const& attributes) {
    std::vector<std::string> names;
    for (Attribute const& each : attributes) names.push_back(each.name);
    return names;
}

} // namespace

std::string usual_dim_name(std::string const& array, std::size_t dim) {
    return fmt::format("{}_{}", array, dim);
}

std::optional<std::int64_t> integer_at(AttributeNumbers const& numbers, Index i) {
    std::uint64_t bits = 0;
    auto const size = as_size(numbers.type.bytes);
    std::memcpy(&bits, numbers.bytes.data() + as_size(i) * size, size);
    unsigned const unused = 64 - 8 * static_cast<unsigned>(size);
    if (numbers.type.name.starts_with("int")) return static_cast<std::int64_t>(bits << unused) >> unused;
    auto const number = static_cast<std::int64_t>(bits);
    return number < 0 ? std::nullopt : std::optional(number);
}

namespace {

void take_fill_attribute(ArrayNotes& notes, ElementType const& type) {
    auto const found = std::ranges::find(notes.attributes, fill_attribute, &Attribute::name);
    if (found == notes.attributes.end()) return;
    if (auto const* const numbers = std::get_if<AttributeNumbers>(&found->value); numbers && numbers->type == type) {
        if (numbers->count() != 1) return;
        notes.fill = numbers->bytes;
    } else if (auto const* const text = std::get_if<std::string>(&found->value); text && type == ElementType{"S1", 1}) {
        notes.fill.assign(1, static_cast<std::byte>(text->empty() ? '\0' : text->front()));
    } else {
        return;
    }
    notes.attributes.erase(found);
}

} // namespace

void take_fill(ArrayNotes& notes, ElementType const& type) {
    take_fill_attribute(notes, type);
    take_times(notes, type);
}

std::vector<Attribute> all_attributes(ArrayNotes const& notes, ElementType const& type) {
    std::vector<Attribute> all = notes.attributes;
    std::ranges::copy(attributes_of_times(notes.times), std::back_inserter(all));
    if (!notes.fill.empty() && !has_implicit_fill(notes))
        all.insert(all.begin(), {std::string(fill_attribute), AttributeNumbers{type, notes.fill}});
    return all;
}

bool is_zero(std::span<std::byte const> element) {
    return std::ranges::all_of(element, [](std::byte byte) { return byte == std::byte{0}; });
}

std::string meaning_of_times(std::string_view times) {
    return fmt::format("that its elements are {} ({})", times.starts_with('M') ? "dates" : "spans of time", times);
}

std::vector<std::string> lost_of(ArrayNotes const& wanted, ArrayNotes const& kept) {
    std::vector<std::string> lost;
    std::unordered_map<std::string, Attribute const*> there;
    for (Attribute const& each : kept.attributes) there.emplace(text_of_bytes(each.name), &each);
    for (Attribute const& each : wanted.attributes) {
        std::string const name = text_of_bytes(each.name);
        auto const found = there.find(name);
        auto const* const numbers = std::get_if<AttributeNumbers>(&each.value);
        if (found == there.end() || !has_same_values(each, *found->second)) {
            lost.push_back(fmt::format("the attribute '{}'", name));
            continue;
        }
        if (numbers != nullptr && numbers->type != std::get<AttributeNumbers>(found->second->value).type)
            lost.push_back(fmt::format("the type {} of the attribute '{}'", numbers->type.name, name));
        if (found->second->shape != each.shape)
            lost.push_back(fmt::format("the shape {{{}}} of the attribute '{}'", fmt::join(each.shape, ","), name));
    }
    if (wanted.times != kept.times) lost.push_back(meaning_of_times(wanted.times));
    if (wanted.fill != kept.fill) lost.emplace_back("the fill value");
    bool const zeros = is_zero(wanted.initial()) && is_zero(kept.initial());
    if (wanted.fill == kept.fill && wanted.initial() != kept.initial() && !zeros)
        lost.emplace_back("the value of elements that were never written");
    return lost;
}

std::vector<std::byte> in_byte_order(ElementType const& type, std::span<std::byte const> elements, bool big_endian) {
    std::vector<std::byte> byte_swapped(elements.begin(), elements.end());
    auto const kind = kind_of(type);
    if (kind && big_endian != (std::endian::native == std::endian::big)) swap_byte_order(*kind, byte_swapped);
    return byte_swapped;
}

std::string text_of_bytes(std::string_view bytes) {
    while (bytes.ends_with('\0')) bytes.remove_suffix(1);
    if (is_utf8(bytes)) return std::string(bytes);
    std::string text;
    for (char const letter : bytes) text += utf8_of(static_cast<unsigned char>(letter));
    return text;
}

std::vector<std::string> all_of(std::vector<GroupNotes> const& groups) {
    std::vector<std::string> all;
    for (GroupNotes const& group : groups) {
        std::string const attributes = fmt::format("{}", fmt::join(names_of(group.attributes), ", "));
        all.push_back(fmt::format("the group '{}'{}", group.path, attributes.empty() ? "" : fmt::format(" ({})", attributes)));
        std::ranges::copy(group.format_specific, std::back_inserter(all));
    }
    return all;
}

std::vector<std::string> all_of(ArrayMetadata const& metadata) {
    std::vector<std::string> all = metadata.lost;
    auto const add = [&](std::string const& what, std::vector<std::string> const& names) {
        if (!names.empty()) all.push_back(fmt::format("{} ({})", what, fmt::join(names, ", ")));
    };
    std::vector<std::string> coordinates;
    for (Coordinate const& each : metadata.coordinates) coordinates.push_back(each.name);
    add("attributes", names_of(metadata.notes.attributes));
    if (!metadata.notes.times.empty()) all.push_back(meaning_of_times(metadata.notes.times));
    if (!metadata.notes.fill.empty()) all.emplace_back("the fill value");
    if (!is_zero(metadata.notes.unwritten)) all.emplace_back("the value of elements that were never written");
    add("names of dimensions", metadata.dim_names);
    add("coordinates", coordinates);
    add("attributes of the file", names_of(metadata.of_file));
    return all;
}

} // namespace tessera
