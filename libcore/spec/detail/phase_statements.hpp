// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parser, checks and text of `phase NAME: ...`, `repeat N` and `end repeat`.
#pragma once

#include "libcore/spec/detail/syntax.hpp"

#include <string>
#include <vector>

namespace tessera::notation {

/// Parses `rows: on A(i,j) whole A(:,*) work 5*log2(n) where j <= i repeat 10`.
[[nodiscard]] PhaseNode phase_statement(Cursor& cursor, Constants const& constants);

/// Parses `100 times`. Error: less than one.
[[nodiscard]] Index repeat_count(Cursor& cursor, Constants const& constants);

/// Checks what needs no name lookup: loops pair up and enclose phases; phases have distinct names.
void check_program(std::vector<ProgramNode> const& lines, Diagnostics& diagnostics);

/// Errors: not one entry per dimension; operands of different shapes. `arrays`: in the order of phase.statement.arrays.
void check_phase(PhaseNode const& phase, std::vector<ArraySpec const*> const& arrays, Diagnostics& diagnostics);

/// Returns the statement with the array names as declared. `arrays`: as for check_phase.
[[nodiscard]] PhaseStatement with_declared_names(PhaseStatement statement, std::vector<ArraySpec const*> const& arrays);

/// Returns `phase rows: on A(i,j) updates A whole A(:,*) work 50`. `arrays`: as for check_phase.
[[nodiscard]] std::string phase_text(PhaseStatement const& phase, std::vector<ArraySpec const*> const& arrays);

} // namespace tessera::notation
