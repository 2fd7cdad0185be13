// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parser for element types by their Fortran, C and numpy names.
#pragma once

#include "libcore/mapping/array_spec.hpp"
#include "libcore/spec/detail/expression.hpp"

namespace tessera::notation {

/// Returns whether a declaration begins here. A type's name that is used as a variable (`real = 3`, `short(2) = 1`) does not begin
/// one.
[[nodiscard]] bool at_element_type(Cursor const& cursor);

/// Parses `real`, `real*8`, `real8`, `real(8)`, `real(kind=8)`, `double precision`, `character(len=5)`, `double`, `unsigned int`,
/// `float64`, `bytes(24)`, ... Sizes are bytes; a kind is bytes of one component. `logical` has four bytes and is logical32,
/// `logical*1` is bool.
[[nodiscard]] ElementType element_type(Cursor& cursor, Constants const& constants);

/// Parses the size after an entity, as in `A*8`. Returns the type of that size in the family of `type`. The cursor is behind the
/// `*`.
[[nodiscard]] ElementType resized(Cursor& cursor, Constants const& constants, ElementType const& type);

/// Returns a Fortran type such as "real*8", or nothing if Fortran has none.
[[nodiscard]] std::optional<std::string> fortran_type(ElementType const& type);
/// Returns a name that an array directive accepts for any type: "double", "int64", "bytes(24)".
[[nodiscard]] std::string plain_type(ElementType const& type);

} // namespace tessera::notation
