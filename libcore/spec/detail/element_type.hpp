// SPDX-License-Identifier: BSD-3-Clause
// Tessera: element types by their Fortran, C and numpy names.
#pragma once

#include "libcore/mapping/array_spec.hpp"
#include "libcore/spec/detail/expression.hpp"

namespace tessera::notation {

/// Does a declaration begin here? A type's name that is used as a variable (`real = 3`, `short(2) = 1`) does not begin one.
[[nodiscard]] bool at_element_type(Cursor const& cursor);

/// `real`, `real*8`, `real8`, `real(8)`, `real(kind=8)`, `double precision`, `character(len=5)`, `double`, `unsigned int`,
/// `float64`, `bytes(24)`, ... Sizes are bytes; a kind is bytes of one component. `logical` has four bytes and is
/// logical32, `logical*1` is bool.
[[nodiscard]] ElementType element_type(Cursor& cursor, Constants const& constants);

/// The size given behind an entity, `A*8`, of the family that `type` belongs to. The cursor stands behind the `*`.
[[nodiscard]] ElementType resized(Cursor& cursor, Constants const& constants, ElementType const& type);

/// A Fortran type such as "real*8", or nothing where Fortran has none.
[[nodiscard]] std::optional<std::string> fortran_type(ElementType const& type);
/// "double", "int64", "bytes(24)": what an array directive understands for any type.
[[nodiscard]] std::string plain_type(ElementType const& type);

} // namespace tessera::notation
