// SPDX-License-Identifier: BSD-3-Clause
// Tessera: declarations of arrays, named constants, processors and templates.
#pragma once

#include "libcore/spec/detail/syntax.hpp"

namespace tessera::notation {

/// `(30,30)`, `(0:99,-3:5)`: a bound is a constant expression, lower bound 1 unless given; an extent is never negative.
[[nodiscard]] std::vector<Dimension> bounds(Cursor& cursor, Constants const& constants);

/// `A(10), B(0:9), C[4][4]`: one entity of a declaration.
[[nodiscard]] ArrayDecl array_entity(Cursor& cursor, Constants const& constants, ElementType const& type);

/// `real8 A(1024,1024)` or `double A[8][8], B[8]`: a type and its entities, where nothing may be passed over.
[[nodiscard]] std::vector<ArrayDecl> array_declaration(Cursor& cursor, Constants const& constants);

/// `P(4,2), Q(8)`: the entities of PROCESSORS and TEMPLATE.
[[nodiscard]] std::vector<SpaceDecl> space_entities(Cursor& cursor, Constants const& constants, std::string_view what);

/// An ordinary statement of the program: type declarations, DIMENSION and PARAMETER are understood, all others are passed over.
void program_statement(Cursor& cursor, Constants& constants, Program& program);

} // namespace tessera::notation
