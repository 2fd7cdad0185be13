// SPDX-License-Identifier: BSD-3-Clause
// Tessera: metadata of variables in classic netCDF files, read and written.
#include "libcore/files/store/netcdf/classic_notes.hpp"

#include "libcore/files/store/small_array.hpp"
#include "libcore/io/element_kind.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <optional>
#include <utility>

namespace tessera {

namespace {

constexpr int classic_char = 2;

ArrayNotes notes_of(std::vector<ClassicAttribute> const& attributes) {
    ArrayNotes notes;
    for (ClassicAttribute const& each : attributes) {
        ElementType const type = *classic_type(each.type);
        if (each.type == classic_char) {
            std::string const text = text_of_bytes(each.values);
            notes.attributes.push_back({each.name, text, text == each.values ? "" : each.values});
        } else {
            notes.attributes.push_back(
                {each.name, AttributeNumbers{type, in_byte_order(type, std::as_bytes(std::span(each.values)), true)}});
        }
    }
    return notes;
}

/// Converts integers of CDF-5's types to int32 if all fit, and truth values to bytes.
AttributeNumbers shortened(AttributeNumbers numbers) {
    if (numbers.type.name == "bool") return {{"int8", 1}, std::move(numbers.bytes)};
    auto const kind = kind_of(numbers.type);
    bool const is_unsigned = kind && kind->what == ElementKind::Class::Unsigned;
    if (!is_unsigned && numbers.type.name != "int64") return numbers;
    AttributeNumbers shorter{{"int32", 4}, {}};
    using Limits = std::numeric_limits<std::int32_t>;
    for (Index i = 0; i < numbers.count(); ++i) {
        auto const value = integer_at(numbers, i);
        if (!value || *value < Limits::min() || *value > Limits::max()) return numbers;
        auto const number = static_cast<std::int32_t>(*value);
        auto const* const bytes = reinterpret_cast<std::byte const*>(&number);
        shorter.bytes.insert(shorter.bytes.end(), bytes, bytes + sizeof number);
    }
    return shorter;
}

std::optional<ClassicAttribute> classic_attribute(Attribute const& attribute, bool of_cdf5) {
    if (auto const* const text = std::get_if<std::string>(&attribute.value)) {
        std::string const& bytes = attribute.bytes.empty() ? *text : attribute.bytes;
        return ClassicAttribute{attribute.name, classic_char, std::ssize(bytes), bytes};
    }
    auto const* const numbers = std::get_if<AttributeNumbers>(&attribute.value);
    if (numbers == nullptr) return std::nullopt;
    bool const keeps = attribute.name == fill_attribute || (of_cdf5 && classic_number(numbers->type));
    AttributeNumbers const known = keeps ? *numbers : shortened(*numbers);
    auto const type = classic_number(known.type);
    if (!type) return std::nullopt;
    std::vector<std::byte> const byte_swapped = in_byte_order(known.type, known.bytes, true);
    std::string const values(reinterpret_cast<char const*>(byte_swapped.data()), byte_swapped.size());
    return ClassicAttribute{attribute.name, *type, known.count(), values};
}

} // namespace

ArrayMetadata classic_metadata(FileName const& file, LoadedClassic const& header, StorageOrder order,
                               MetadataSelection const& wanted) {
    ArrayMetadata metadata;
    auto const variable_named = [&](std::string const& name) {
        auto const number = header.variable_named(name);
        return number ? header.variables.begin() + static_cast<std::ptrdiff_t>(*number) : header.variables.end();
    };
    auto const variable = variable_named(file.dataset.substr(1));
    if (variable == header.variables.end()) return metadata;
    metadata.notes = notes_of(variable->attributes);
    take_fill(metadata.notes, *classic_type(variable->type));
    if (wanted.of_file) metadata.of_file = notes_of(header.attributes).attributes;
    for (Index const number : variable->dims) {
        std::string const& dim = header.dims[as_size(number)].name;
        metadata.dim_names.push_back(dim);
        if (!wanted(dim)) continue;
        auto const points = variable_named(dim);
        if (points == header.variables.end() || points == variable) continue;
        if (ArrayNotes* const notes = add_coordinate(metadata, {file.format, file.path, "/" + dim}, dim)) {
            *notes = notes_of(points->attributes);
            take_fill(*notes, *classic_type(points->type));
        }
    }
    if (order == StorageOrder::Fortran) std::ranges::reverse(metadata.dim_names);
    return metadata;
}

std::vector<ClassicAttribute> classic_attributes(std::vector<Attribute> const& attributes, std::string const& whose, bool of_cdf5,
                                                 std::vector<std::string>& lost) {
    std::vector<ClassicAttribute> all;
    for (Attribute const& each : attributes) {
        if (each.name.empty()) {
            lost.push_back(fmt::format("the attribute '' {}, which has no name", whose));
            continue;
        }
        if (each.shape.size() > 1)
            lost.push_back(fmt::format("the shape {{{}}} of the attribute '{}' {}", fmt::join(each.shape, ","), each.name, whose));
        if (auto known = classic_attribute(each, of_cdf5)) {
            auto const* const numbers = std::get_if<AttributeNumbers>(&each.value);
            if (numbers != nullptr && numbers->type != *classic_type(known->type))
                lost.push_back(fmt::format("the type {} of the attribute '{}' {}, which is {} now", numbers->type.name, each.name,
                                           whose, classic_type(known->type)->name));
            all.push_back(*std::move(known));
        } else {
            lost.push_back(fmt::format("the attribute '{}' {}", each.name, whose));
        }
    }
    return all;
}

ArrayNotes classic_kept(std::vector<ClassicAttribute> const& attributes, ElementType const& type) {
    ArrayNotes kept = notes_of(attributes);
    take_fill(kept, type);
    return kept;
}

} // namespace tessera
