// SPDX-License-Identifier: BSD-3-Clause
// Tessera: compatibility of a program's values with the elements of an array.
#include "libcore/io/value_type.hpp"

#include <fmt/format.h>

namespace tessera {
namespace {

using Class = ElementKind::Class;

std::string text_of(ValueType const& values) {
    if (!values.kind) return fmt::format("a type of {} bytes", values.bytes);
    Index const bits = 8 * values.bytes;
    switch (values.kind->what) {
    case Class::Float:
        return fmt::format("float{}", bits);
    case Class::Complex:
        return fmt::format("complex{}", bits);
    case Class::Signed:
        return fmt::format("int{}", bits);
    case Class::Unsigned:
        return fmt::format("uint{}", bits);
    default:
        return "bool";
    }
}

bool are_elements(ElementType const& array, ValueType const& values) {
    auto const kind = kind_of(array);
    bool const is_explained = kind && kind->what != Class::String && kind->what != Class::Bytes;
    if (!is_explained) return values.bytes == array.bytes || values.bytes == 1;
    if (!values.kind) return values.bytes == array.bytes;
    bool const is_integer = values.kind->what == Class::Signed || values.kind->what == Class::Unsigned;
    return *values.kind == *kind || (kind->what == Class::Bool && is_integer && values.bytes == array.bytes);
}

} // namespace

std::optional<std::string> value_mismatch(ElementType const& array, ValueType const& values) {
    if (values.is_raw || are_elements(array, values)) return std::nullopt;
    return fmt::format("the elements of the array are of type {}, and the values are of type {}", array.name, text_of(values));
}

} // namespace tessera
