// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reading, checking and writing `phase NAME: ...`, `repeat N` and `end repeat`.
#pragma once

#include "libcore/spec/detail/syntax.hpp"

#include <string>
#include <vector>

namespace tessera::notation {

/// `rows: on A(i,j) whole A(:,*) work 5*log2(n) where j <= i repeat 10`
[[nodiscard]] PhaseNode phase_statement(Cursor& cursor, Constants const& constants);

/// `100 times`. Error: less than once.
[[nodiscard]] Index repeat_count(Cursor& cursor, Constants const& constants);

/// What must hold before any name is looked up: loops that pair up around phases, phases with names of their own.
void check_program(std::vector<ProgramNode> const& lines, Diagnostics& diagnostics);

/// Errors: not one entry per dimension; operands of another shape. `arrays`: as phase.statement.arrays.
void check_phase(PhaseNode const& phase, std::vector<ArraySpec const*> const& arrays, Diagnostics& diagnostics);

/// With the arrays' names as they are declared; `arrays`: as above.
[[nodiscard]] PhaseStatement with_declared_names(PhaseStatement statement, std::vector<ArraySpec const*> const& arrays);

/// `phase rows: on A(i,j) updates A whole A(:,*) work 50`; `arrays`: as above.
[[nodiscard]] std::string phase_text(PhaseStatement const& phase, std::vector<ArraySpec const*> const& arrays);

} // namespace tessera::notation
