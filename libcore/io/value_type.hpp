// SPDX-License-Identifier: BSD-3-Clause
// Tessera: compatibility of a program's values with the elements of an array.
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

/// A C++ type of array values.
struct ValueType {
    std::optional<ElementKind> kind; ///< unset for types that are not numbers
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

/// Returns the reason why values of this type cannot be elements of such an array, or nothing if they can. Numbers must have
/// exactly the array's type. Any integer of the right size is accepted for booleans. Other types of the program are accepted if the
/// sizes agree. Texts and raw bytes may be given byte by byte.
[[nodiscard]] std::optional<std::string> value_mismatch(ElementType const& array, ValueType const& values);

} // namespace tessera
