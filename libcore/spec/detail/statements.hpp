// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Fortran source, fixed or free, becomes statements: directives by their sentinel, and the lines between them.
#pragma once

#include "libcore/spec/detail/source_text.hpp"

#include <string_view>
#include <vector>

namespace tessera::notation {

enum class Sentinel {
    None, ///< an ordinary line of the program
    Hpf,  ///< !hpf$ chpf$ *hpf$
    Dist  ///< !dist$ cdist$ *dist$
};

/// The part of a statement that stands on one line, without sentinel, continuation marks and trailing comment.
struct StatementLine {
    int line = 1;
    int column = 1; ///< of the first character of `text`
    std::string_view text;
};

/// One statement with its continuation lines joined.
struct Statement {
    Sentinel sentinel = Sentinel::None;
    std::vector<StatementLine> lines; ///< at least one
};

/// Comments and empty lines are dropped. `&` at the end continues a line in both source forms; so does `&` at the beginning, and,
/// in fixed form, any mark in column 6. A continued directive repeats its sentinel.
[[nodiscard]] std::vector<Statement> split_statements(SourceText const& text, Diagnostics& diagnostics);

} // namespace tessera::notation
