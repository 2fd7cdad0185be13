// SPDX-License-Identifier: BSD-3-Clause
// Tessera: writes directives.
#include "libcore/spec/detail/directive_text.hpp"

#include "libcore/spec/detail/element_type.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

namespace tessera::notation {

namespace {

constexpr std::size_t longest_line = 100;

/// Returns i, j, k, l, m, n, and then numbered names.
std::string dummy_name(std::size_t dim) {
    constexpr std::string_view letters = "ijklmn";
    return dim < letters.size() ? std::string(1, letters[dim]) : fmt::format("i{}", dim + 1);
}

std::string bounds_text(Index lower, Index extent) {
    if (lower == 1) return integer_text(extent);
    return fmt::format("{}:{}", integer_text(lower), integer_text(lower + (extent - 1)));
}

std::string value_list(std::string const& file, std::vector<Index> const& values, std::size_t longest) {
    if (!file.empty()) {
        bool const plain = file.find_first_of(" \t,()'\"&!") == std::string::npos;
        char const quote = file.find('\'') == std::string::npos ? '\'' : '"';
        return plain ? fmt::format("@{}", file) : fmt::format("@{1}{0}{1}", file, quote);
    }
    if (longest == 0 || values.size() <= longest) return fmt::format("{}", fmt::join(values, ","));
    auto const shown = std::span(values).first(longest);
    return fmt::format("{},... {} values", fmt::join(shown, ","), values.size());
}

/// Converts 0-based coordinates of the section's p-th dimension to the user's bounds.
std::vector<Index> own_coordinates(MappingSpec const& mapping, std::size_t p, std::vector<Index> values) {
    Index first = p < mapping.processors.lower.size() ? mapping.processors.lower[p] : 1;
    Index stride = 1;
    std::size_t dim = 0;
    for (OntoSubscript const& subscript : mapping.onto)
        if (!subscript.scalar && dim++ == p) {
            first = subscript.first;
            stride = subscript.stride;
        }
    for (Index& value : values) value = first + stride * value;
    return values;
}

/// Returns the format that takes the section's p-th dimension, as in the directive.
std::string format_text(MappingSpec const& mapping, DistFormat const& format, std::size_t p, std::size_t longest_list) {
    std::string const name(format.info().name);
    if (ValueList const* const list = format.list()) {
        bool const coordinates = format.info().argument == FormatArgument::Coordinates;
        auto const values = coordinates ? own_coordinates(mapping, p, list->values) : list->values;
        return fmt::format("{}({})", name, value_list(list->file, values, longest_list));
    }
    if (auto const size = format.size()) return fmt::format("{}({})", name, integer_text(*size));
    if (auto const word = format.word()) return fmt::format("{}({})", name, format.info().words[*word]);
    return name;
}

std::string linear_text(Index stride, std::string const& dummy, Index offset) {
    std::string const scaled = stride == 1 ? dummy : stride == -1 ? "-" + dummy : fmt::format("{}*{}", integer_text(stride), dummy);
    if (offset == 0) return scaled;
    // "2*i-3". The smallest integer has no literal; it is written as an expression and needs the plus.
    bool const literal = offset != std::numeric_limits<Index>::min();
    return fmt::format("{}{}{}", scaled, offset < 0 && literal ? "" : "+", integer_text(offset));
}

std::string subscript_text(AlignAxis const& axis) {
    switch (axis.kind) {
    case AlignAxis::Kind::Replicated:
        return "*";
    case AlignAxis::Kind::Fixed:
        return integer_text(axis.offset);
    case AlignAxis::Kind::Affine:
        break;
    }
    return linear_text(axis.stride, dummy_name(as_size(axis.array_dim)), axis.offset);
}

std::string triplet_text(Index first, Index last, Index stride) {
    std::string const range = fmt::format("{}:{}", integer_text(first), integer_text(last));
    return stride == 1 ? range : fmt::format("{}:{}", range, integer_text(stride));
}

/// Returns where a line of at most `room` characters may end: after the last comma outside quotes, else after the first one.
std::size_t break_point(std::string_view text, std::size_t room) {
    std::size_t best = std::string_view::npos;
    char quote = '\0';
    for (std::size_t i = 0; i < text.size() && (i < room || best == std::string_view::npos); ++i) {
        if (quote != '\0' ? text[i] == quote : text[i] == '\'' || text[i] == '"') quote = quote == '\0' ? text[i] : '\0';
        if (quote == '\0' && text[i] == ',') best = i + 1;
    }
    return best;
}

} // namespace

std::string integer_text(Index value) {
    if (value == std::numeric_limits<Index>::min()) return fmt::format("({}-1)", value + 1);
    return fmt::to_string(value);
}

std::string space_text(std::string const& name, Extents const& lower, Extents const& extents) {
    if (extents.empty()) return name;
    std::vector<std::string> bounds;
    for (std::size_t d = 0; d < extents.size(); ++d) bounds.push_back(bounds_text(lower[d], extents[d]));
    return fmt::format("{}({})", name, fmt::join(bounds, ","));
}

std::string array_text(ArraySpec const& array) {
    if (array.order == StorageOrder::Fortran) return space_text(array.name, array.lower, array.extents);
    std::string text = array.name;
    for (std::size_t d = 0; d < array.extents.size(); ++d) {
        std::string const end = integer_text(array.lower[d] + array.extents[d]);
        text += array.lower[d] == 0 ? fmt::format("[{}]", end) : fmt::format("[{}:{}]", integer_text(array.lower[d]), end);
    }
    return text;
}

std::vector<std::string> format_texts(MappingSpec const& mapping, std::size_t longest_list) {
    std::vector<std::string> texts;
    std::size_t p = 0; // processor dimension of the next distributed dimension
    for (DistFormat const& format : mapping.formats) {
        texts.push_back(format_text(mapping, format, p, longest_list));
        if (format.is_distributed()) ++p;
    }
    return texts;
}

std::string formats_text(MappingSpec const& mapping, std::size_t longest_list) {
    return fmt::format("({})", fmt::join(format_texts(mapping, longest_list), ","));
}

std::string onto_text(MappingSpec const& mapping) {
    if (mapping.onto.empty()) return mapping.processors.name;
    std::vector<std::string> texts;
    for (OntoSubscript const& subscript : mapping.onto)
        texts.push_back(subscript.scalar ? integer_text(subscript.first)
                                         : triplet_text(subscript.first, subscript.last, subscript.stride));
    return fmt::format("{}({})", mapping.processors.name, fmt::join(texts, ","));
}

std::string align_text(MappingSpec const& mapping) {
    std::vector<std::string> sources(mapping.array.extents.size(), "*");
    std::vector<std::string> subscripts;
    for (AlignAxis const& axis : mapping.align) {
        auto const dim = as_size(axis.array_dim);
        if (axis.kind == AlignAxis::Kind::Affine) sources[dim] = dummy_name(dim);
        subscripts.push_back(subscript_text(axis));
    }
    return fmt::format("{}({}) with {}({})", mapping.array.name, fmt::join(sources, ","), mapping.target->name,
                       fmt::join(subscripts, ","));
}

std::string leading_text(MappingSpec const& mapping) {
    return mapping.leading ? fmt::format(" lld({})", *mapping.leading) : "";
}

std::string shadow_text(ArraySpec const& array) {
    std::vector<std::string> widths;
    for (ShadowWidth const& width : array.shadow) widths.push_back(fmt::format("{}:{}", width.low, width.high));
    return fmt::format("{}({})", array.name, fmt::join(widths, ","));
}

std::string ranks_text(std::vector<Rank> const& ranks) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < ranks.size();) {
        std::size_t end = i + 1;
        while (end < ranks.size() && ranks[end] == ranks[end - 1] + 1) ++end;
        if (end - i < 3) end = i + 1; // a range needs at least three consecutive ranks
        texts.push_back(end - i == 1 ? fmt::to_string(ranks[i]) : fmt::format("{}:{}", ranks[i], ranks[end - 1]));
        i = end;
    }
    return fmt::format("({})", fmt::join(texts, ","));
}

std::string declaration_line(ArraySpec const& array) {
    auto const type = fortran_type(array.type);
    if (type && array.order == StorageOrder::Fortran) return fmt::format("      {} {}\n", *type, array_text(array));
    return directive_line(Sentinel::Dist, fmt::format("array {} {}", plain_type(array.type), array_text(array)));
}

std::string directive_line(Sentinel sentinel, std::string const& text) {
    std::string const prefix = sentinel == Sentinel::Dist ? "!dist$ " : "!hpf$ ";
    std::string result = prefix;
    std::string_view rest = text;
    while (rest.size() > longest_line) {
        std::size_t const end = break_point(rest, longest_line);
        if (end == std::string_view::npos || end == rest.size()) break;
        result += fmt::format("{} &\n{}  ", rest.substr(0, end), prefix);
        rest.remove_prefix(end);
    }
    return fmt::format("{}{}\n", result, rest);
}

} // namespace tessera::notation
