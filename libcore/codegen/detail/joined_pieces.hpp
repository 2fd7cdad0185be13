// SPDX-License-Identifier: BSD-3-Clause
// Tessera: several pieces as one program: what each says of itself stays its own.
#pragma once

#include "libcore/codegen/detail/program_frame.hpp"
#include "libcore/codegen/detail/program_text.hpp"

#include <string>
#include <vector>

namespace tessera::detail {

/// What stands around all of them: all ranks and arguments, and what each is about.
[[nodiscard]] ProgramFrame common_frame(std::vector<ProgramPiece> const& pieces);

/// C++: a namespace for each, and functions that go from one to the next. Fortran: nothing.
[[nodiscard]] ProgramBody joined(std::vector<ProgramPiece> const& pieces, bool cpp);

/// Fortran: a module for each, one for what they share, and the program. `words`: those of the frame.
[[nodiscard]] std::string several_modules(std::vector<ProgramPiece> const& pieces, ProgramWords words);

/// The patterns that join several pieces.
[[nodiscard]] std::vector<std::string_view> joining_patterns();

} // namespace tessera::detail
