// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the fields of an element that is a structure.
#include "libcore/io/element_fields.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>

namespace tessera {

Index ElementField::bytes() const {
    Index bytes = type.bytes;
    for (Index const extent : shape) bytes *= extent;
    return bytes;
}

bool operator==(ElementField const& a, ElementField const& b) {
    auto const members = [](ElementField const& field) {
        return std::tie(field.name, field.type, field.offset, field.big_endian, field.shape, field.fields);
    };
    return members(a) == members(b);
}

bool any_big_endian(ElementFields const& fields) {
    return std::ranges::any_of(fields, [](ElementField const& field) { return field.big_endian || any_big_endian(field.fields); });
}

std::string describe(ElementFields const& fields) {
    std::string text;
    for (ElementField const& field : fields) {
        std::string const type = field.fields.empty() ? field.type.name : fmt::format("{{{}}}", describe(field.fields));
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", field.name, type);
        for (Index const extent : field.shape) text += fmt::format("[{}]", extent);
    }
    return text;
}

} // namespace tessera
