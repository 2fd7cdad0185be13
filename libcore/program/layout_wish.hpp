// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what if the arrays of a program were distributed otherwise?
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/program/program_cost.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace tessera {

/// The layout with wishes fulfilled, separated by ';': "U (cyclic(4),*)" distributes U so in all phases, on as many ranks as the
/// program has, or on `ranks`; "U@rows (block,*) onto P(8)" in one phase. Either way it goes straight there and away, unless wishes
/// behind say by way of what: "U@rows>columns (cyclic,*)", several one after the other. cost_of() prices it. Errors: no such array
/// or phase; no such neighbours; no mapping, and as parse_compact of one.
[[nodiscard]] Result<ProgramLayout> layout_with(PhasedProgram const& program, ProgramLayout layout, std::string_view wishes,
                                                std::optional<Index> ranks = {});

/// The wishes that make such a layout of any other.
[[nodiscard]] std::string wishes_for(PhasedProgram const& program, ProgramLayout const& layout);

} // namespace tessera
