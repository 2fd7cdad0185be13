// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the directives, HPF's and ours.
#pragma once

#include "libcore/spec/detail/source_lists.hpp"
#include "libcore/spec/detail/syntax.hpp"

namespace tessera::notation {

/// What the rules for directives need besides their tokens.
struct DirectiveContext {
    Constants const& constants;
    ListReader& lists; ///< for gen_block(@file)
    Program& program;  ///< receives what is read
};

/// Reads one directive into the program. Statement form (`distribute A(block) onto P`), attribute form
/// (`distribute (block) onto P :: A, B`) and combined form (`dynamic, distribute (block) :: A`) are all understood.
void directive(Cursor& cursor, Sentinel sentinel, DirectiveContext const& context);

} // namespace tessera::notation
