// SPDX-License-Identifier: BSD-3-Clause
// Tessera: whether a program's values are elements of an array.
#pragma once

#include "libcore/io/element_kind.hpp"

#include <complex>
#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>

namespace tessera {

template <class T>
inline constexpr bool is_complex_value = false;
template <class T>
inline constexpr bool is_complex_value<std::complex<T>> = true;

/// A C++ type as the values of an array.
struct ValueType {
    std::optional<ElementKind> kind; ///< nothing for types that are no number
    Index bytes = 1;
    bool is_raw = false; ///< std::byte: the bytes of elements of any type

    template <class T>
    [[nodiscard]] static constexpr ValueType of() {
        using Class = ElementKind::Class;
        static_assert(std::is_trivially_copyable_v<T>, "the elements of an array are copied byte by byte");
        ValueType type{std::nullopt, Index{sizeof(T)}, std::is_same_v<T, std::byte>};
        if constexpr (std::is_same_v<T, bool>)
            type.kind = ElementKind{Class::Bool, 1, 1};
        else if constexpr (std::is_floating_point_v<T>)
            type.kind = ElementKind{Class::Float, 1, type.bytes};
        else if constexpr (std::is_integral_v<T>)
            type.kind = ElementKind{std::is_signed_v<T> ? Class::Signed : Class::Unsigned, 1, type.bytes};
        else if constexpr (is_complex_value<T>)
            type.kind = ElementKind{Class::Complex, 2, type.bytes / 2};
        return type;
    }
};

/// Why values of this type are no elements of such an array; nothing where they are. Numbers have the very type of the array; any
/// integer of its size is a boolean; another type of the program's is taken for what it says where the sizes agree, and a
/// text or raw bytes may be given byte by byte.
[[nodiscard]] std::optional<std::string> value_mismatch(ElementType const& array, ValueType const& values);

} // namespace tessera
