// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the kind of an element's bytes: the parts of numpy's type names.
#pragma once

#include "libcore/mapping/array_spec.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace tessera {

/// The kind of a type. "complex128" is two components of 8 bytes that are floats.
struct ElementKind {
    enum class Class { Float, Brain, Signed, Unsigned, Bool, Complex, String, Bytes };
    Class what = Class::Bytes; ///< Brain: bfloat16, the upper half of a float
    Index components = 1;
    Index component_bytes = 1; ///< the unit with a byte order; a string and raw bytes have components of one byte

    friend bool operator==(ElementKind const&, ElementKind const&) = default;
};

/// Returns the kind of a type, or nothing if the name is not one of float16/32/64/128, bfloat16, complex64/128/256, int8..64,
/// uint8..64, bool, logical16..64, S<n>, V<n>.
[[nodiscard]] std::optional<ElementKind> kind_of(ElementType const& type);

/// Returns the type that files hold: an integer for a Fortran `logical` of several bytes, else `type`.
[[nodiscard]] ElementType stored_type(ElementType const& type);

/// Returns whether the order of the type's bytes matters. It does not for single bytes, texts, and raw bytes.
[[nodiscard]] bool has_byte_order(ElementType const& type);

/// Returns one element as text: "42", "0.5", "(1,-2)", "true", or its bytes in hexadecimal.
[[nodiscard]] std::string element_text(ElementType const& type, std::byte const* element);

/// Return the value of a bfloat16, and the nearest bfloat16 to a value. NaN becomes the standard NaN.
[[nodiscard]] float value_of_brain(std::uint16_t bits);
[[nodiscard]] std::uint16_t brain_of(double value);

/// Reverses the bytes of every component.
void swap_byte_order(ElementKind const& kind, std::span<std::byte> elements);

} // namespace tessera
