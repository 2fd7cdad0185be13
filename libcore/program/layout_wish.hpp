// SPDX-License-Identifier: BSD-3-Clause
// Tessera: changes to the layout of a program that a user asks for.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/program/program_cost.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace tessera {

/// Applies wishes to a layout. They are separated by ';'. "U (cyclic(4),*)" changes U in all phases, on the program's ranks or on
/// `ranks`; "U@rows (block,*) onto P(8)" changes one phase. In both cases U moves directly there and away. Later wishes may add
/// intermediate layouts: "U@rows>columns (cyclic,*)", several in order. cost_of() prices the result. Errors: an unknown array or
/// phase; phases that do not follow each other; no mapping; and as parse_compact for a mapping.
[[nodiscard]] Result<ProgramLayout> layout_with(PhasedProgram const& program, ProgramLayout layout, std::string_view wishes,
                                                std::optional<Index> ranks = {});

/// Returns the wishes that turn any other layout into this one.
[[nodiscard]] std::string wishes_for(PhasedProgram const& program, ProgramLayout const& layout);

} // namespace tessera
