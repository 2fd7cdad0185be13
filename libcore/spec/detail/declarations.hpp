// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parsers for declarations of arrays, named constants, processors and templates.
#pragma once

#include "libcore/spec/detail/syntax.hpp"

namespace tessera::notation {

/// Parses `(30,30)` or `(0:99,-3:5)`. A bound is a constant expression; the lower bound is 1 unless given; an extent is never
/// negative.
[[nodiscard]] std::vector<Dimension> bounds(Cursor& cursor, Constants const& constants);

/// Parses one entity of a declaration, such as `A(10)`, `B(0:9)` or `C[4][4]`.
[[nodiscard]] ArrayDecl array_entity(Cursor& cursor, Constants const& constants, ElementType const& type);

/// Parses a type and its entities, with nothing to skip: `real8 A(1024,1024)` or `double A[8][8], B[8]`.
[[nodiscard]] std::vector<ArrayDecl> array_declaration(Cursor& cursor, Constants const& constants);

/// Parses the entities of PROCESSORS and TEMPLATE: `P(4,2), Q(8)`.
[[nodiscard]] std::vector<SpaceDecl> space_entities(Cursor& cursor, Constants const& constants, std::string_view what);

/// Parses an ordinary statement of the program. Understands type declarations, DIMENSION and PARAMETER, and skips all others.
void program_statement(Cursor& cursor, Constants& constants, Program& program);

} // namespace tessera::notation
