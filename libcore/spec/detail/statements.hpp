// SPDX-License-Identifier: BSD-3-Clause
// Tessera: splits Fortran source, fixed or free, into statements: directives by their sentinel, and ordinary lines.
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

/// The part of a statement on one line, without sentinel, continuation marks and trailing comment.
struct StatementLine {
    int line = 1;
    int column = 1; ///< column of the first character of `text`
    std::string_view text;
};

/// One statement with its continuation lines joined.
struct Statement {
    Sentinel sentinel = Sentinel::None;
    std::vector<StatementLine> lines; ///< at least one
};

/// Drops comments and empty lines. `&` at the end or at the beginning continues a line in both source forms. In fixed form any mark
/// in column 6 does, too. A continued directive repeats its sentinel.
[[nodiscard]] std::vector<Statement> split_statements(SourceText const& text, Diagnostics& diagnostics);

} // namespace tessera::notation
