// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parser for HPF's directives and our extensions.
#pragma once

#include "libcore/spec/detail/source_lists.hpp"
#include "libcore/spec/detail/syntax.hpp"

namespace tessera::notation {

/// Inputs of the directive rules besides the tokens.
struct DirectiveContext {
    Constants const& constants;
    ListReader& lists; ///< for gen_block(@file)
    Program& program;  ///< receives the parsed statements
};

/// Reads one directive into the program. Accepts the statement form (`distribute A(block) onto P`), the attribute form (`distribute
/// (block) onto P :: A, B`) and the combined form (`dynamic, distribute (block) :: A`).
void directive(Cursor& cursor, Sentinel sentinel, DirectiveContext const& context);

} // namespace tessera::notation
