// SPDX-License-Identifier: BSD-3-Clause
// Tessera: joins several pieces into one program, and keeps their names separate.
#pragma once

#include "libcore/codegen/detail/program_frame.hpp"
#include "libcore/codegen/detail/program_text.hpp"

#include <string>
#include <vector>

namespace tessera::detail {

/// Returns the common frame of all pieces: the largest number of ranks, all arguments, and all descriptions.
[[nodiscard]] ProgramFrame common_frame(std::vector<ProgramPiece> const& pieces);

/// Returns, for C++, a namespace for each piece, and functions that run one after the other. For Fortran, nothing.
[[nodiscard]] ProgramBody joined(std::vector<ProgramPiece> const& pieces, bool cpp);

/// Returns, for Fortran, a module for each piece, a module for their common part, and the program. `words`: those of the frame.
[[nodiscard]] std::string several_modules(std::vector<ProgramPiece> const& pieces, ProgramWords words);

/// Returns the patterns that join several pieces.
[[nodiscard]] std::vector<std::string_view> joining_patterns();

} // namespace tessera::detail
